"""Measure the drawn pairs: drawing, mask, region and PNG, a picture, and the renderer alone.

    python benchmarks/objects.py [--originals 2]

Prints one line a domain. Milliseconds are CPU time of one core; the first original of each template is drawn before,
so that files and letters are loaded.
"""

import argparse
import tempfile
import time
from pathlib import Path

from counterpoint.stimuli.objects.manifest import DRAWINGS, load_manifests
from counterpoint.stimuli.objects.pairs import pairs_of, save_pairs
from counterpoint.stimuli.objects.raster import render_picture
from counterpoint.stimuli.objects.scene import PIXELS, document, make_scene

RESOURCES = Path(__file__).resolve().parents[1] / "resources" / "objects"
SEED = 20260602


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--originals", type=int, default=2)
    originals = parser.parse_args().originals
    print(
        "| domain | pairs | pictures | ms a picture, drawn, with mask and region | ms a picture, with PNG files, too |"
    )
    print("|---|---:|---:|---:|---:|")
    for manifest in load_manifests(RESOURCES):
        drawn = saved = 0.0
        pairs = pictures = 0
        for name, template in manifest.templates.items():
            list(pairs_of(manifest.domain, name, template, SEED, 0, RESOURCES / DRAWINGS))
            for number in range(1, 1 + originals):
                start = time.process_time()
                found = list(pairs_of(manifest.domain, name, template, SEED, number, RESOURCES / DRAWINGS))
                drawn += time.process_time() - start
                pairs, pictures = pairs + len(found), pictures + len(found) + 1
                with tempfile.TemporaryDirectory() as folder:
                    start = time.process_time()
                    list(save_pairs(found, folder))
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
