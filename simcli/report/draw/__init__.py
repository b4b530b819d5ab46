"""Charts: shapes in points, panels, scales, colours, as SVG and PNG."""
