"""Checks formats with fixed alphabets and check digits: UUIDs, ISBNs, card numbers, colors and base64.

Upstream: kube-openapi/pkg/validation/strfmt/{default,bson}.go, kube-openapi/pkg/internal/third_party/govalidator
(1.37).
"""

import re

_SPACES_AND_MINUS = str.maketrans("", "", "\t\n\f\r -")
_UUID = "[0-9a-fA-F]{8}-?[0-9a-fA-F]{4}-?%s[0-9a-fA-F]{%d}-?%s[0-9a-fA-F]{%d}-?[0-9a-fA-F]{12}"
_CARD = (
    "4[0-9]{12}(?:[0-9]{3})?|5[1-5][0-9]{14}|6(?:011|5[0-9][0-9])[0-9]{12}|3[47][0-9]{13}"
    "|3(?:0[0-5]|[68][0-9])[0-9]{11}|(?:2131|1800|35[0-9]{3})[0-9]{11}"
)
_COLOUR_PART = "[\t\n\f\r ]*+(?:0|[1-9][0-9]?|1[0-9][0-9]?|2[0-4][0-9]|25[0-5])[\t\n\f\r ]*+"


def is_uuid(text: str) -> bool:
    """Checks the format `uuid`; dashes are optional, and capitals are allowed."""
    return re.fullmatch(_UUID % ("", 4, "", 4), text) is not None


def is_uuid3(text: str) -> bool:
    """Checks the format `uuid3`: a UUID of version 3."""
    return re.fullmatch(_UUID % ("3", 3, "", 4), text) is not None


def is_uuid4(text: str) -> bool:
    """Checks the format `uuid4`: a UUID of version 4 and its variant."""
    return re.fullmatch(_UUID % ("4", 3, "[89abAB]", 3), text) is not None


def is_uuid5(text: str) -> bool:
    """Checks the format `uuid5`: a UUID of version 5 and its variant."""
    return re.fullmatch(_UUID % ("5", 3, "[89abAB]", 3), text) is not None


def is_bson_object_id(text: str) -> bool:
    """Checks the format `bsonobjectid`: twelve bytes in hexadecimal."""
    return re.fullmatch("[0-9a-fA-F]{24}", text) is not None


def is_isbn(text: str) -> bool:
    """Checks the format `isbn`: ISBN-10 or ISBN-13."""
    return is_isbn10(text) or is_isbn13(text)


def is_isbn10(text: str) -> bool:
    """Checks the format `isbn10`: ten digits with a check digit, which may be X."""
    digits = text.translate(_SPACES_AND_MINUS)
    if not re.fullmatch("[0-9]{9}[0-9X]", digits):
        return False
    values = [10 if digit == "X" else int(digit) for digit in digits]
    return sum(weight * value for weight, value in enumerate(values, 1)) % 11 == 0


def is_isbn13(text: str) -> bool:
    """Checks the format `isbn13`: thirteen digits with a check digit."""
    digits = text.translate(_SPACES_AND_MINUS)
    if not re.fullmatch("[0-9]{13}", digits):
        return False
    return sum(int(digit) * (3 if index % 2 else 1) for index, digit in enumerate(digits)) % 10 == 0


def is_credit_card(text: str) -> bool:
    """Checks the format `creditcard`: a known range and the check digit; ignores other characters."""
    digits = re.sub("[^0-9]+", "", text)
    if not re.fullmatch(_CARD, digits):
        return False
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (2 if position % 2 else 1)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_ssn(text: str) -> bool:
    """Checks the format `ssn`: a social security number of the United States, with both separators."""
    return re.fullmatch("[0-9]{3}[- ][0-9]{2}[- ][0-9]{4}", text) is not None


def is_hex_color(text: str) -> bool:
    """Checks the format `hexcolor`: three or six hexadecimal digits."""
    return re.fullmatch("#?(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text) is not None


def is_rgb_color(text: str) -> bool:
    """Checks the format `rgbcolor`: `rgb(255, 0, 0)`."""
    return re.fullmatch(rf"rgb\({_COLOUR_PART},{_COLOUR_PART},{_COLOUR_PART}\)", text) is not None


def is_base64(text: str) -> bool:
    """Checks the format `byte`: base64 of the standard alphabet, padded and not empty."""
    if not text or len(text) % 4:
        return False
    return re.fullmatch("[A-Za-z0-9+/]*+={0,2}", text) is not None
