"""How kernels become intermediate code: with few instructions for what they do most, an item of an array read or written.

numba would copy the array to the stack for each item, compute all its strides, and check an index from both sides with an exit of its own:
half of the code of a rule book, which has to be written, read and optimised away. Left out, compiling takes four fifths of the time, and
the games are played up to 1.3 times as fast, which have fewer exits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from llvmlite import ir
from llvmlite.ir import Value
from numba.core import cgutils, types
from numba.core.analysis import compute_cfg_from_blocks, compute_use_defs, must_use_alloca
from numba.core.ir import Assign, Expr, Return, SetItem, StaticSetItem, Var
from numba.core.ir_utils import get_definition, guard
from numba.core.lowering import Lower
from numba.core.types import Type, misc
from numba.core.types.containers import BaseTuple
from numba.core.typing.templates import Signature
from numba.np.arrayobj import fix_integer_index, load_item, store_item

BORROWED = {"getattr", "static_getitem", "cast", "build_tuple", "getiter", "iternext", "pair_first", "pair_second", "exhaust_iter"}
"""Expressions that make nothing of their own."""
VIEWS = (types.Integer, misc.SliceType, misc.EllipsisType, misc.NoneType)
"""Indices of an array that make a view of it."""
UNLIKELY = (1, 99)
"""Weights of the exit out of bounds and of the way on."""


class KernelLower(Lower):  # type: ignore[misc]
    """numba's lowering of a function that is another's kernel or an entry. What is not written here numba does itself."""

    out_of_bounds: ir.Block | None = None
    """the exit of a function that all its indices share"""

    @cached_property
    def counts_references(self) -> bool:
        """Whether anything may have to be freed that the function makes, copies into an array, is returned or returns.

        Of others, all kernels of the games among them, no references are counted.
        """
        for block in self.func_ir.blocks.values():
            for one in block.body:
                of = one.value if isinstance(one, Assign) else None
                made = isinstance(of, Expr) and not self._borrows(of) and self._is_counted(one.target)
                copied = isinstance(one, SetItem | StaticSetItem) and isinstance(self.typeof(one.value.name), types.Array)
                if made or copied or (isinstance(one, Return) and self._is_counted(one.value)):
                    return True
        return False

    def _is_counted(self, name: Var) -> bool:
        return bool(self.context.data_model_manager[self.typeof(name.name)].contains_nrt_meminfo())

    def _borrows(self, made: Expr) -> bool:
        """Whether an expression makes nothing of its own: parts of what there is."""
        if made.op == "getitem":
            of = self.typeof(made.index.name)
            return all(isinstance(axis, VIEWS) for axis in (of.types if isinstance(of, BaseTuple) else (of,)))
        return made.op in BORROWED

    def lower(self) -> None:
        """Lowers the function."""
        self.context.enable_nrt = self.counts_references
        super().lower()

    def _find_singly_assigned_variable(self) -> None:
        """Those that need no place on the stack: what is assigned once, in a block before all others that use it."""
        if self.counts_references:
            super()._find_singly_assigned_variable()
            return
        self._singly_assigned_vars, self._blk_local_varmap = set[str](), dict[str, Value]()
        blocks = self.func_ir.blocks
        before, of = compute_cfg_from_blocks(blocks).dominators(), compute_use_defs(blocks)
        times = Counter(one.target.name for block in blocks.values() for one in block.find_insts(Assign))
        users: dict[str, list[int]] = {}
        for label, names in of.usemap.items():
            for name in names:
                users.setdefault(name, []).append(label)
        stays = must_use_alloca(blocks)
        for label, names in of.defmap.items():
            for name in names:
                if times[name] == 1 and name not in stays and all(label < user and label in before[user] for user in users.get(name, ())):
                    self._singly_assigned_vars.add(name)

    def delvar(self, name: str) -> None:
        """Nothing is given back where nothing is owned."""
        if self.counts_references:
            super().delvar(name)

    def storevar(self, value: Value, name: str, argidx: int | None = None) -> None:
        """Stores a value; what was there before needs no look where nothing is owned."""
        self._alloca_var(name, self.typeof(name))
        if self.counts_references or argidx is not None or name in self._singly_assigned_vars:
            super().storevar(value, name, argidx)
        else:
            self.builder.store(value, self.getvar(name))

    def lower_expr(self, resty: Type, expr: Expr) -> Value:
        """An array in a record is an address, all else of it is constant; a loop over a range by ones counts down from its length."""
        if expr.op == "getiter" and self._is_by_ones(expr.value):
            return self._iterator(resty, self.loadvar(expr.value.name))
        if expr.op == "iternext" and self.typeof(expr.value.name) == types.range_iter64_type:
            return self._next(resty, self.loadvar(expr.value.name))
        if expr.op == "getattr" and isinstance(resty, types.NestedArray):
            record = self.typeof(expr.value.name)
            if isinstance(record, types.Record) and expr.attr in record.fields and record.typeof(expr.attr) == resty:
                return self._array_of(record, resty, self.loadvar(expr.value.name), expr.attr)
        return super().lower_expr(resty, expr)

    def lower_getitem(self, resty: Type, expr: Expr, value: Var, index: Var, signature: Signature) -> Value:
        """Reads an item of an array by its indices."""
        array = self.typeof(value.name)
        axes = self._axes(array, index)
        if not axes:
            return super().lower_getitem(resty, expr, value, index, signature)
        item = load_item(self.context, self.builder, array, self._place(array, value, index, axes))
        return self.context.cast(self.builder, item, array.dtype, resty)

    def lower_setitem(self, target_var: Var, index_var: Var, value_var: Var, signature: Signature) -> None:
        """Writes a number or a record of an array at its indices."""
        array = self.typeof(target_var.name)
        axes = self._axes(array, index_var)
        if axes and isinstance(array.dtype, types.Record) and self.typeof(value_var.name) == array.dtype:
            to, of = self._place(array, target_var, index_var, axes), self.loadvar(value_var.name)
            cgutils.raw_memcpy(self.builder, to, of, self.context.get_constant(types.intp, array.dtype.size), 1)
            return
        if not axes or not isinstance(array.dtype, types.Number | types.Boolean):
            super().lower_setitem(target_var, index_var, value_var, signature)
            return
        value = self.loadvar(value_var.name)
        value = self.context.cast(self.builder, value, self.typeof(value_var.name), signature.args[2])
        value = self.context.cast(self.builder, value, signature.args[2], array.dtype)
        store_item(self.context, self.builder, array, value, self._place(array, target_var, index_var, axes))

    def _is_by_ones(self, name: Var) -> bool:
        """Whether this is `range(stop)` or `range(start, stop)` of 64 bits."""
        if self.typeof(name.name) != types.range_state64_type:
            return False
        call = guard(get_definition, self.func_ir, name)
        return isinstance(call, Expr) and call.op == "call" and len(call.args) < 3 and not call.kws

    def _iterator(self, of: Type, state: Value) -> Value:
        """The iterator of a range: addresses of the next number and of how many are left, which is below 0 where there are none."""
        builder = self.builder
        start, stop = (builder.extract_value(state, i) for i in range(2))
        number, left = (cgutils.alloca_once(builder, start.type) for _ in range(2))
        builder.store(start, number)
        builder.store(builder.sub(stop, start), left)
        iterator = ir.Constant(self.context.get_value_type(of), ir.Undefined)
        for i, part in enumerate((number, stop, start.type(1), left)):
            iterator = builder.insert_value(iterator, part, i)
        return iterator

    def _next(self, of: Type, iterator: Value) -> Value:
        """The next number of a range, and whether there is one."""
        builder = self.builder
        number, step, left = (builder.extract_value(iterator, i) for i in (0, 2, 3))
        n, at = builder.load(left), builder.load(number)
        builder.store(builder.sub(n, n.type(1)), left)
        builder.store(builder.add(at, step), number)
        pair = ir.Constant(self.context.get_value_type(of), ir.Undefined)
        return builder.insert_value(builder.insert_value(pair, at, 0), builder.icmp_signed(">", n, n.type(0)), 1)

    def _axes(self, array: types.Array, index: Var) -> Sequence[Type]:
        """The types of the indices, if they are whole numbers for all axes of an array in C order; else none."""
        if not isinstance(array, types.Array) or array.layout != "C":
            return ()
        of = self.typeof(index.name)
        axes = of.types if isinstance(of, BaseTuple) else (of,)
        return axes if len(axes) == array.ndim and all(isinstance(axis, types.Integer) for axis in axes) else ()

    def _place(self, array: types.Array, name: Var, index: Var, axes: Sequence[Type]) -> Value:
        """The address of an item."""
        builder, model = self.builder, self.context.data_model_manager[array]
        value, at = self.loadvar(name.name), self.loadvar(index.name)
        shape = model.get_field_position("shape")
        data = builder.extract_value(value, model.get_field_position("data"))
        places = cgutils.unpack_tuple(builder, at, len(axes)) if isinstance(self.typeof(index.name), BaseTuple) else [at]
        offset = None
        for axis, (place, of) in enumerate(zip(places, axes, strict=True)):
            if isinstance(array, types.NestedArray):
                length = self.context.get_constant(types.intp, array.shape[axis])
            else:
                length = builder.extract_value(value, [shape, axis])
            inside = fix_integer_index(self.context, builder, of, place, length)
            if self.context.enable_boundscheck:
                self._check(inside, length)
            offset = inside if offset is None else builder.add(builder.mul(offset, length), inside)
        return builder.gep(data, [offset])

    def _check(self, place: Value, length: Value) -> None:
        """Leaves the function, or within a `try` its block, with an IndexError where a place, not negative or a large number, is none."""
        builder = self.builder
        if hasattr(builder, "_in_try_block"):
            cgutils.do_boundscheck(self.context, builder, place, length)
            return
        if self.out_of_bounds is None:
            self.out_of_bounds = builder.append_basic_block("out_of_bounds")
            with builder.goto_block(self.out_of_bounds):
                self.call_conv.return_user_exc(builder, IndexError, ("index is out of bounds",))
        inside = builder.append_basic_block("inside")
        branch = builder.cbranch(builder.icmp_unsigned(">=", place, length), self.out_of_bounds, inside)
        branch.set_weights(UNLIKELY)
        builder.position_at_end(inside)

    def _array_of(self, record: types.Record, array: types.NestedArray, value: Value, field: str) -> Value:
        """The array that is a field of a record."""
        context, model = self.context, self.context.data_model_manager[array]
        context.sentry_record_alignment(record, field)
        data = cgutils.get_record_member(self.builder, value, record.offset(field), context.get_data_type(array.dtype))
        of = context.get_value_type(array)
        known = {"nitems": array.nitems, "itemsize": array.size, "shape": list(array.shape), "strides": list(array.strides)}
        parts = [ir.Constant(part, known.get(model._fields[i])) for i, part in enumerate(of.elements)]
        return self.builder.insert_value(ir.Constant(of, parts), data, model.get_field_position("data"))
