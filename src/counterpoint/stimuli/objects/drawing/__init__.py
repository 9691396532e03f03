"""What can be drawn: each drawing by its name in the manifest. A drawing takes values and a style and returns parts."""

from collections.abc import Callable, Mapping

from counterpoint.stimuli.objects.drawing import animals, counted, flags, games, garments, signs
from counterpoint.stimuli.objects.style import Style
from counterpoint.stimuli.objects.svg import Part

DRAWINGS: dict[str, Callable[[Mapping[str, str], Style], list[Part]]] = {
    drawing.__name__: drawing
    for drawing in (
        animals.quadruped,
        animals.spider,
        animals.insect,
        animals.octopus,
        animals.starfish,
        animals.chick,
        animals.rabbit,
        counted.hand,
        counted.foot,
        counted.guitar,
        counted.violin,
        counted.star,
        counted.snowflake,
        counted.staff,
        counted.turbine,
        counted.windmill,
        counted.trident,
        counted.lamps,
        counted.clock_marks,
        counted.car,
        counted.snowman,
        counted.card,
        flags.bands,
        flags.disc,
        flags.cross,
        flags.us_stripes,
        flags.ring_of_stars,
        flags.big_and_small_stars,
        games.chessboard,
        games.grid_board,
        games.piano,
        games.ace,
        games.tennis_ball,
        games.basketball,
        games.football,
        games.billiard,
        signs.stop_sign,
        signs.yield_sign,
        signs.no_entry,
        signs.traffic_light,
        signs.compass,
        signs.clock_face,
        signs.keypad,
        signs.ruler,
        garments.striped,
        garments.checked,
        garments.dotted,
        garments.monogram,
        garments.emblem,
        garments.rings,
        garments.chain,
        garments.ribbon,
        garments.paired,
        garments.earrings,
        garments.sleeves,
        garments.trousers,
        garments.buttons,
        garments.glasses,
        garments.chevrons,
    )
}
FILE = "file"
"""The drawing that is an SVG file; see `files`."""
