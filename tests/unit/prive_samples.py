"""A few pairs of pictures, and the rows that a plan is made of, for the tests of PriVE."""

from counterpoint.suites.prive.names import COUNTERFACTUAL, ORIGINAL
from counterpoint.suites.prive.pairs import Pair, Value
from counterpoint.suites.prive.questions import items

PROMPTS = dict.fromkeys(("yes_no", "choice", "open", "number", "prior", "grounding", "blind"))
PROMPTS = {name: f"text of {name}." for name in PROMPTS}
VIEWS = ("raw", "raw_twice", "box", "crop", "zoom")


def legs(count):
    """Return a number of legs as a value."""
    return Value(
        f"{count} legs",
        str(count),
        f"Does it have exactly {count} legs?",
        f"It has exactly {count} legs.",
        (),
        float(count),
    )


def counted(animal, edited=5, prior=ORIGINAL, usual=4):
    """Return a pair of an animal with the usual number of legs and an unusual one."""
    return Pair(
        pair_id=f"counting/{animal}/{edited}",
        domain="counting",
        original_id=f"counting/{animal}",
        edit="addition",
        subject=f"the {animal}",
        attribute=f"the number of legs of the {animal}",
        alike=(f"the colour of the {animal}",),
        asks=f"How many legs does the {animal} have?",
        asks_choice=f"How many legs does the {animal} have?",
        original=legs(usual),
        counterfactual=legs(edited),
        distractors=(Value("6 legs", "6", number=6.0), Value("3 legs", "3", number=3.0)),
        prior=prior,
        source="made up",
        licence="none",
        made="made up",
    )


def coloured(thing, usual="yellow", edited="blue", **changes):
    """Return a pair of a thing in its usual colour and in another one."""
    values = [Value(c, c, f"Is it {c}?", f"It is {c}.") for c in (usual, edited)]
    said = {
        "pair_id": f"industry/{thing}",
        "domain": "industry",
        "original_id": f"industry/{thing}",
        "edit": "recolouring",
        "subject": f"the {thing}",
        "attribute": f"the colour of the {thing}",
        "alike": (f"the shape of the {thing}", f"the size of the {thing}"),
        "asks": f"What colour is the {thing}?",
        "asks_choice": f"What colour is the {thing}?",
        "original": values[0],
        "counterfactual": values[1],
        "distractors": (Value("pink", "pink"), Value("brown", "brown")),
        "prior": ORIGINAL,
        "source": "made up",
        "licence": "none",
        "made": "made up",
    }
    return Pair(**said | changes)


PAIRS = [counted("dog"), counted("cat"), counted("cow"), coloured("banana"), coloured("cone", "orange", "green")]
ITEMS = items(PAIRS, 1)


def view_rows(pairs, missing=()):
    """Return rows of `prive_views`: every view of every pair, but for the (pair_id, view) of `missing`."""
    rows = []
    for pair in pairs:
        for picture in (ORIGINAL, COUNTERFACTUAL):
            for view in VIEWS:
                gone = (pair.pair_id, view) in missing
                subject = pair.original_id if picture == ORIGINAL else pair.pair_id
                shown = picture if view in ("raw", "raw_twice") else f"{pair.pair_id} {picture} {view}"
                rows.append(
                    {"pair_id": pair.pair_id, "picture": picture, "view": view}
                    | {"stimulus_id": None if gone else f"{subject}/{shown}"}
                    | {"pixel_digest": None if gone else f"{subject}/{shown}"}
                    | {"reason": "no_mask" if gone else ""}
                )
    return rows
