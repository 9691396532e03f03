"""The units that charts are read in: which ones are known, and which part of a unit is not."""

import re

from counterpoint.problems import given, near
from counterpoint.stimuli.charts.specs.wording import plural


def _listed(text: str) -> list[str]:
    """Return the units of a text, in which a ~ joins the words of one unit."""
    return [name.replace("~", " ") for name in text.split()]


_PREFIXES = ("", "k", "M", "G", "T", "P", "E", "h", "d", "c", "m", "µ", "μ", "n", "p", "f")
_PREFIXED = _listed(
    "m g s A K mol cd Hz N Pa J W V C F Ω S Wb T H lm lx Bq Gy Sv kat L l t eV cal bar pc Wh B bit bit/s ly yr a "
    "rad sr M"
)
"""Symbols that stand with the prefixes of the SI and without."""
_ALONE = _listed(
    "% ‰ ° ' °C °F °K ppm ppb ppt u Da AU au min h d wk y ha dB pH rpm fps px dpi in ft yd mi nmi kn kt mph psi "
    "lb lbs oz st gal bbl pt qt BTU hp kcal mmHg atm Mt Gt kph Å M☉ R☉ L☉ US$ $ € £ ¥ ₹ USD EUR GBP JPY CNY CHF "
    "CAD AUD INR SEK NOK DKK BRL KRW Int$"
)
"""Symbols that stand alone."""
_NOUNS = _listed(
    "metre meter kilometre kilometer centimetre centimeter millimetre millimeter micrometre micrometer nanometre "
    "nanometer gram kilogram milligram microgram tonne kilotonne megatonne gigatonne ton pound ounce stone second "
    "millisecond microsecond nanosecond minute hour day week month quarter year decade century millennium litre "
    "liter millilitre milliliter gallon barrel pint quart bushel hectare acre inch mile yard knot degree radian "
    "kelvin hertz kilohertz megahertz gigahertz newton pascal hectopascal kilopascal bar joule kilojoule "
    "megajoule watt kilowatt megawatt gigawatt terawatt volt ampere amp ohm calorie kilocalorie electronvolt "
    "decibel mole candela lumen lux becquerel sievert gray light-year parsec atom molecule bit byte kilobyte "
    "megabyte gigabyte terabyte pixel transistor cent dollar euro yen yuan rupee franc krona krone peso ruble "
    "rouble percentage~point point goal run win loss match game medal vote seat star event case death birth "
    "marriage inhabitant resident citizen household family child student pupil patient visitor tourist passenger "
    "worker employee user subscriber player athlete voter car vehicle truck bus bicycle train aircraft airplane "
    "ship flight journey trip country state city town village building floor storey room book page word letter "
    "character song film movie article patent language species animal plant tree egg cow pig sheep chicken item "
    "unit piece copy share answer question"
)
"""What is counted or measured in words, with its regular plural."""
_OTHER = _listed(
    "capita people person men women feet foot percent per~cent children species sheep aircraft century centuries hertz "
    "lux international~dollar degrees~Celsius degrees~Fahrenheit degree~Celsius atomic~mass~unit "
    "atomic~mass~units astronomical~unit astronomical~units solar~mass solar~masses Earth~mass Earth~masses "
    "nautical~mile nautical~miles US~dollar US~dollars international~dollars square~foot square~feet cubic~feet"
)
"""Words that have no regular plural, or are several."""
_PARTICLES = r" (?:of|above|below|since|before|after|ago|equivalent)\b.*$"
WORDS = {*_NOUNS, *map(plural, _NOUNS), *_OTHER}
SYMBOLS = {*_ALONE, *(prefix + symbol for prefix in _PREFIXES for symbol in _PREFIXED)}
_SCALE_WORDS = ("thousand", "million", "billion", "trillion")
_SCALES = f"(?:{'|'.join(_SCALE_WORDS)})"
_USUAL = (*_listed("km cm mm kg mg ms kW MW GW kWh GWh TWh Pa hPa kPa Hz kHz MHz GHz kB MB GB TB"), *_PREFIXED, *_ALONE)
"""Symbols that are suggested for one that differs from them in capitals or by an s."""


def unknown_part(unit: str) -> str | None:
    """Return the first part of a unit that is not known, or None.

    A unit is a scale word (thousand to trillion), a unit or a product of units with exponents, and what it is taken
    `per` (or behind `/`); what follows `of` ("tonnes of CO2") or `since` is free.
    """
    if re.fullmatch(rf"{_SCALES}?", unit):
        return None
    text = re.sub(rf"^{_SCALES} | {_SCALES}$", "", unit)
    unknown = [factor for part in re.split(r" per |/", text) for factor in _unknown_factors(part)]
    return unknown[0] if unknown else None


def _unknown_factors(part: str) -> list[str]:
    """Return the factors that are not known of a product of units with exponents."""
    part = re.sub(_PARTICLES, "", part.strip())
    part = re.sub(r"^(?:constant |current )?(?:\d{4} |[\d,]*\d )?|^(?:square|cubic) ", "", part)
    part = re.sub(rf"^{_SCALES} ", "", part)
    if part in WORDS or part in SYMBOLS:
        return []
    bare = {factor: re.sub(r"(?:\^?[-−]?[1-9]|⁻?[¹²³⁴])$", "", factor) for factor in re.split(r"[·* ]", part)}
    return [factor for factor, unit in bare.items() if unit not in SYMBOLS and unit not in WORDS]


def unknown_unit(unit: str, part: str) -> str:
    """Return the text of the mistake of a unit, one part of which is not known."""
    nearest = [symbol for symbol in _USUAL if symbol.casefold() in (part.casefold(), part.casefold().removesuffix("s"))]
    if not nearest and len(part) > 3:  # of shorter texts, any symbol is near
        nearest = near(part, [*_SCALE_WORDS, *sorted(WORDS)])
    meant = f" (did you mean {' or '.join(nearest)}?)" if nearest else ""
    where = "" if part == unit else f" in {given(unit)}"
    return (
        f"{given(part)}{where} is not a known unit{meant}; allowed: SI and other common units, thousand to trillion "
        "before them, `per` or / between them, what the wording or title names, and units listed in `own_units`"
    )
