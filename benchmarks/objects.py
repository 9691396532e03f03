"""Measure the drawn pairs: drawing, mask and PNG, a picture, and the renderer alone.

    python benchmarks/objects.py [--originals 2]

Prints one line a domain. Milliseconds are CPU time of one core; the first original of each template is drawn before,
so that files and letters are loaded.
"""

import argparse
import itertools
import tempfile
import time
from pathlib import Path

from counterpoint.stimuli.objects.manifest import load_manifests
from counterpoint.stimuli.objects.raster import render_picture
from counterpoint.stimuli.objects.scene import PIXELS, document, make_scene
from counterpoint.suites.prive.drawn import drawn_pairs
from counterpoint.suites.prive.pictured import save_pairs

RESOURCES = Path(__file__).resolve().parents[1] / "resources" / "objects"
SEED = 20260602


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--originals", type=int, default=2)
    originals = parser.parse_args().originals
    print("| domain | pairs | pictures | ms a picture, drawn, with mask | ms a picture, with PNG files, too |")
    print("|---|---:|---:|---:|---:|")
    for manifest in load_manifests(RESOURCES):
        drawn = saved = 0.0
        pairs = pictures = 0
        for name, template in manifest.templates.items():
            edits = sum(len(attribute.edits) for attribute in template.attributes.values())
            alone = manifest.model_copy(update={"templates": {name: template}})
            made = drawn_pairs(alone, RESOURCES, 1 + originals, None, SEED)
            list(itertools.islice(made, edits))
            start = time.process_time()
            found = list(made)
            drawn += time.process_time() - start
            pairs, pictures = pairs + len(found), pictures + len(found) + originals
            with tempfile.TemporaryDirectory() as folder:
                start = time.process_time()
                save_pairs(found, (), PIXELS, folder)
                saved += time.process_time() - start
        cells = [f"{1000 * seconds / pictures:.1f}" for seconds in (drawn, drawn + saved)]
        print(f"| {' | '.join([manifest.domain, str(pairs), str(pictures), *cells])} |", flush=True)
    scene = make_scene(SEED, ("benchmark",), 5, False)
    start = time.process_time()
    for _ in range(50):
        render_picture(document(scene, (), ground=True), PIXELS)
    print(f"\nthe renderer alone, a background: {20 * (time.process_time() - start):.1f} ms")


if __name__ == "__main__":
    main()
