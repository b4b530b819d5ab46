"""Architects of the West Kingdom (Shem Phillips, S J Macdonald, Garphill Games): workers, buildings, Cathedral, virtue; 2 to 5 players."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from simcli.game import Decision, Feature, Game, Owed, Price

_PLACE = (
    Feature("n", "own workers at the place, this one included; 1 at the market and the Guildhall"),
    Feature("clay", "clay gained at once"),
    Feature("wood", "wood gained at once"),
    Feature("stone", "stone gained at once"),
    Feature("gold", "gold gained at once"),
    Feature("marble", "marble gained at once"),
    Feature("silver", "silver gained at once, less what is paid"),
    Feature("lacks", "goods gained that the nearest project lacks; silver for a hire, if it lacks a skill"),
    Feature("virtue", "virtue gained, negative if lost"),
    Feature("cards", "buildings drawn"),
    Feature("wants_cards", "1 for drawing buildings with fewer than two in the hand"),
    Feature("hire", "1 for hiring"),
    Feature("lacks_skill", "for hiring: 1 if the nearest project lacks a skill that an apprentice in reach has"),
    Feature("store", "1 for the storehouse"),
    Feature("virtue_for", "for the storehouse: basic goods beyond what the nearest project needs, in twos, at most n"),
    Feature("rivals", "for the town centre: workers of the biggest groups of others, as many groups as captures are possible and payable"),
    Feature("own_back", "workers that can come back: own groups at the town centre, the Prison and captors at the guardhouse"),
    Feature("captives", "for the guardhouse: own captives that could be sent"),
    Feature("pay_off", "for the guardhouse: 1 with an unpaid debt that can be paid off"),
    Feature("build", "for the Guildhall: points of the best project"),
    Feature("ends", "for the Guildhall: 1 if the worker takes the last space"),
    Feature("reset", "1 if the worker triggers a market reset"),
    Feature("low", "1 for any place but the Guildhall, town centre and guardhouse, with three workers or fewer in the supply"),
    Feature("exposed", "own workers at the open place already, if there are three or more"),
    Feature("completes", "1 if the goods gained are all that the nearest project lacks"),
    Feature("useful", "goods gained that all buildings of the hand and the next level of the Cathedral together lack"),
    Feature("step_lacks", "goods gained that the next level of the Cathedral lacks"),
    Feature("few", "silver gained, less what is paid, as far as it lies below six in the purse"),
    Feature("virtue_points", "points of the virtue track gained, negative if lost"),
    Feature("new_skills", "for hiring: most skills that an apprentice in reach has and the player lacks"),
    Feature("early_hire", "for hiring: 1 until half of the Guildhall is taken"),
    Feature("early", "n at quarry, forest, silversmith and mines until half of the Guildhall is taken"),
    Feature("biggest", "own workers at the open place, this one included, beyond the biggest group of any other player"),
    Feature("big_catch", "as rivals, less three: what there is to be caught beyond three workers"),
    Feature("prison", "for the guardhouse: own workers in the Prison"),
    Feature("refill", "as own_back, with five workers or fewer in the supply"),
    Feature("step", "for the Guildhall: 1 if the Cathedral can be worked on"),
    Feature("ends_ahead", "for the last space of the Guildhall: points ahead of the best other player, from -20 to 20"),
    Feature("reset_harm", "for a market reset: 1 for a debt that comes to the player, and 1 for a virtue lost"),
    Feature("reset_rivals", "for a market reset: other players a debt comes to"),
    Feature("last_points", "in the last turns: points gained at once"),
    Feature("late_points", "the same while the Guildhall has no more spaces than there are players"),
    Feature("ahead", "for the Guildhall: points ahead of the best other player after the best project, from -20 to 20"),
    Feature("freed", "for the guardhouse: own captive workers that a ransom in silver frees"),
    Feature("hall", "1 for the Guildhall"),
    Feature("best_lacks", "as lacks, of the worthiest building of the hand: thrice its points less what it lacks"),
    Feature("best_skill", "as lacks_skill, of the worthiest building of the hand"),
    Feature("market", "1 for a market space"),
    Feature("tax_stand", "1 for the tax stand"),
)
_APPRENTICE = (
    Feature("virtue", "virtue icon"),
    Feature("skills", "skills the player has not got yet"),
    Feature("lacks_skill", "buildings of the hand for which the skills then suffice and did not before"),
    Feature("yields", "bonuses at quarry, forest, silversmith and mines"),
    Feature("trade", "1 for a trade at the storehouse"),
    Feature("cathedral", "1 for a bonus of Cathedral steps"),
    Feature("market", "1 for help at the market, also with what it costs"),
)
_HIRE = (
    *_APPRENTICE,
    Feature("silver", "silver lying on the card, less silver laid down to reach it"),
    Feature("decline", "1 for hiring nobody"),
    Feature("needs", "buildings of the hand that ask for a skill it has and the player lacks"),
    Feature("target", "skills it has that the nearest project lacks"),
    Feature("best", "skills it has that the worthiest building of the hand lacks"),
)
_BUILDING = (
    Feature("points", "printed points"),
    Feature("goods", "goods it costs, gold and marble twice"),
    Feature("lacks", "goods of its cost that are missing"),
    Feature("skills", "skills it asks for that the player lacks"),
    Feature("virtue", "virtue icon"),
    Feature("ends", "1 for an effect at the end of the game"),
)
_DISCARD = (*_BUILDING, Feature("decline", "1 for discarding nothing"))

GAME = Game(
    id="architects",
    title="Architects of the West Kingdom",
    authors="Shem Phillips and S J Macdonald, Garphill Games",
    min_players=2,
    max_players=5,
    behaviour=1,
    package="simcli.games.architects",
    folder=Path(__file__).parent,
    decisions=(
        Decision("first_apprentice", "AW-D01", "first apprentice", _APPRENTICE, (("initial_apprentice", False),)),
        Decision("draft", "AW-D02", "building to keep of a packet", _BUILDING),
        Decision("place", "AW-D03", "where to place a worker", _PLACE),
        Decision(
            "take_back",
            "AW-D04",
            "from where a worker comes back",
            (Feature("n", "own workers there"), Feature("prison", "1 for the Prison")),
        ),
        Decision("hire", "AW-D05", "apprentice to hire", _HIRE),
        Decision("dismiss", "AW-D06", "apprentice to dismiss", _APPRENTICE),
        Decision("keep", "AW-D07", "building to keep of those drawn", _BUILDING),
        Decision(
            "storehouse",
            "AW-D08",
            "trade at the storehouse",
            (
                Feature("stop", "1 for no more trades"),
                Feature("virtue", "virtue gained"),
                Feature("gold", "gold gained"),
                Feature("marble", "marble gained"),
                Feature("pays", "goods and silver paid"),
                Feature("needs", "goods paid that the nearest project then lacks"),
                Feature("lacks", "goods gained that the nearest project lacks"),
                Feature("top", "1 for virtue that would go above the track"),
            ),
        ),
        Decision(
            "capture",
            "AW-D09",
            "capture, or ransom",
            (
                Feature("stop", "1 for no more captures"),
                Feature("rivals", "workers of another player taken"),
                Feature("own", "own workers taken back"),
                Feature("ransom", "own captive workers freed"),
                Feature("leads", "1 for workers of the player with most points on buildings and Cathedral"),
            ),
        ),
        Decision(
            "guardhouse",
            "AW-D10",
            "action at the guardhouse",
            (
                Feature("stop", "1 for no more actions"),
                Feature("send", "captives sent"),
                Feature("release", "own workers that leave the Prison"),
                Feature("ransom", "own captive workers freed"),
                Feature("by_debt", "1 for a ransom by debt"),
                Feature("pay_off", "1 for a debt paid off"),
            ),
        ),
        Decision(
            "project",
            "AW-D11",
            "building to construct, or the Cathedral",
            (
                Feature("cathedral", "1 for the Cathedral"),
                Feature("points", "printed points, or points of the next level less those of this one"),
                Feature("virtue", "virtue icon, or 1"),
                Feature("goods", "goods it costs, gold and marble twice"),
                Feature("ends", "1 for an effect at the end of the game"),
                Feature("now", "1 for an immediate effect"),
                Feature("end_points", "points that its effect at the end gives as things stand"),
            ),
        ),
        Decision(
            "mix",
            "AW-D12",
            "wood and stone for a level",
            (Feature("wood", "wood paid"), Feature("needs", "goods paid that the nearest project then lacks")),
        ),
        Decision("sacrifice", "AW-D13", "building to put under the deck for the Cathedral", _BUILDING),
        Decision(
            "choose",
            "AW-D14",
            "gain of a building",
            (
                Feature("gold", "gold gained"),
                Feature("marble", "marble gained"),
                Feature("silver", "silver gained"),
                Feature("lacks", "goods gained that the nearest project lacks"),
            ),
        ),
        Decision("forgive", "AW-D14", "unpaid debt to destroy", (Feature("destroy", "1 for destroying it"),)),
        Decision("library", "AW-D14", "building to discard for gold", _DISCARD),
        Decision(
            "crane", "AW-D14", "another worker in the Guildhall", (Feature("place", "1 for placing it"),), (("include_promo_cards", False),)
        ),
        Decision("hand_limit", "AW-D15", "building to discard", _BUILDING),
        Decision(
            "debt",
            "AW-D16",
            "debt, or silver instead",
            (Feature("pay", "1 for paying"),),
            (("player_boards", "standard"), ("include_promo_cards", False)),
        ),
        Decision(
            "saving",
            "AW-D17",
            "wood or stone less",
            (Feature("wood", "1 for wood"),),
            (("player_boards", "standard"), ("include_promo_cards", False)),
        ),
        Decision("destroy", "AW-D19", "debt to destroy for virtue above the track", (Feature("destroy", "1 for destroying it"),)),
        Decision(
            "captor",
            "AW-D20",
            "captor whose captives are freed",
            (Feature("workers", "own workers freed"),),
            (("ransom_scope", "all_captors"),),
        ),
        Decision(
            "ability",
            "AW-D21",
            "ability of the reset to resolve next",
            (Feature("gains", "1 for an ability that gains something"), Feature("frees", "1 for one that frees workers")),
            (("reset_ability_order", "peddler_squire_gatekeeper_fara"),),
        ),
    ),
    max_decisions=100_000,
    prices={2: Price(100, 150, 250), 3: Price(160, 220, 350), 4: Price(220, 300, 450), 5: Price(280, 380, 550)},
    has_start_player=True,
)

if TYPE_CHECKING:
    from simcli.games.architects import catalogue, checks, kernels, state, tables, text

    _OWED = Owed(checks, catalogue, tables, state, kernels, text)
