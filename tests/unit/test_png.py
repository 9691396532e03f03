"""PNG pictures: what is sent is what was digested, and a picture that cannot be read is named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from counterpoint.errors import UserError
from counterpoint.stimuli.png import flatten, load_png, pixel_digest, save_png


def picture(mode: str = "RGB", size: tuple[int, int] = (3, 2)) -> Image.Image:
    return Image.new(mode, size)


def test_black_text_on_a_transparent_ground_stays_readable():
    image = Image.new("RGBA", (2, 1), (0, 0, 0, 0))
    image.putpixel((1, 0), (0, 0, 0, 255))
    flat = flatten(image)
    assert flat.flattened
    assert flat.source_mode == "RGBA"
    assert [flat.image.getpixel((x, 0)) for x in (0, 1)] == [(255, 255, 255), (0, 0, 0)]


def test_half_transparent_ink_is_mixed_with_white():
    flat = flatten(Image.new("RGBA", (1, 1), (0, 0, 0, 128)))
    assert flat.image.getpixel((0, 0)) == (127, 127, 127)


def test_an_opaque_alpha_channel_is_dropped_and_not_called_flattened():
    flat = flatten(Image.new("RGBA", (1, 1), (10, 20, 30, 255)))
    assert (flat.image.mode, flat.flattened, flat.source_mode) == ("RGB", False, "RGBA")
    assert flat.image.getpixel((0, 0)) == (10, 20, 30)


def test_a_palette_with_a_transparent_colour_is_laid_on_white(tmp_path):
    image = Image.new("P", (2, 1))
    image.putpalette([0, 0, 0, 255, 0, 0])
    image.putdata([0, 1])
    image.save(tmp_path / "p.png", transparency=0)
    flat = load_png(tmp_path / "p.png")
    assert flat.flattened
    assert [flat.image.getpixel((x, 0)) for x in (0, 1)] == [(255, 255, 255), (255, 0, 0)]


def test_grey_pictures_stay_grey():
    assert flatten(picture("L")).image.mode == "L"


def test_digest_tells_size_mode_and_pixels_apart():
    changed = picture()
    changed.putpixel((0, 0), (1, 0, 0))
    pictures = [picture(), picture(size=(2, 3)), picture("L", (9, 2)), picture("L", (3, 6)), changed]
    assert len({pixel_digest(image) for image in pictures}) == 5


def test_digest_is_sha256_of_size_mode_and_pixels():
    import hashlib

    assert pixel_digest(picture("L", (2, 1))) == hashlib.sha256(b"2x1 L\n\0\0").hexdigest()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(["RGB", "L"]))
def test_saving_and_loading_keeps_every_pixel(tmp_path_factory, seed, mode):
    shape = (5, 7, 3) if mode == "RGB" else (5, 7)
    image = Image.fromarray(np.random.default_rng(seed).integers(0, 256, shape, dtype=np.uint8))
    saved = save_png(image, tmp_path_factory.mktemp("images"))
    assert saved.path.name == f"{pixel_digest(image)}.png"
    assert (saved.width, saved.height, saved.bytes) == (7, 5, saved.path.stat().st_size)
    assert pixel_digest(load_png(saved.path).image) == saved.pixel_digest


def test_same_pixels_give_the_same_file_whatever_metadata_they_carry(tmp_path):
    plain, tagged = picture(), picture()
    tagged.info.update({"dpi": (300, 300), "Software": "editor"})
    first, second = save_png(plain, tmp_path / "a"), save_png(tagged, tmp_path / "b")
    assert first.file_digest == second.file_digest
    assert first.path.read_bytes() == second.path.read_bytes()


@pytest.mark.parametrize("cut", [0, 4, 20, 60])
def test_a_picture_cut_off_is_named(tmp_path, cut):
    noise = np.random.default_rng(1).integers(0, 256, (8, 8, 3), dtype=np.uint8)
    whole = save_png(Image.fromarray(noise), tmp_path).path
    torn = tmp_path / "torn.png"
    torn.write_bytes(whole.read_bytes()[:cut])
    with pytest.raises(UserError, match=r"torn\.png: .*PNG picture") as error:
        load_png(torn)
    assert "\n" not in str(error.value)


def test_a_picture_with_flipped_bytes_is_named(tmp_path):
    path = save_png(picture(size=(40, 40)), tmp_path).path
    content = bytearray(path.read_bytes())
    content[45] ^= 0xFF
    path.write_bytes(content)
    with pytest.raises(UserError, match="cannot be read as a PNG picture"):
        load_png(path)


def test_a_missing_picture_is_named(tmp_path):
    with pytest.raises(UserError, match=r"absent\.png: there is no such picture"):
        load_png(tmp_path / "absent.png")


def test_another_format_under_a_png_name_is_no_png(tmp_path):
    picture().save(tmp_path / "photo.png", format="JPEG")
    with pytest.raises(UserError, match="is not a PNG picture"):
        load_png(tmp_path / "photo.png")


def test_a_folder_is_no_picture(tmp_path):
    with pytest.raises(UserError, match="cannot be read as a PNG picture"):
        load_png(tmp_path)


def test_sixteen_bit_pictures_are_refused_instead_of_clipped(tmp_path):
    Image.fromarray(np.full((2, 2), 40_000, np.uint16)).save(tmp_path / "deep.png")
    with pytest.raises(UserError, match="pixel mode I;16"):
        load_png(tmp_path / "deep.png")


def test_an_unwritable_folder_is_named(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(UserError, match="cannot be written"):
        save_png(picture(), tmp_path / "file")
