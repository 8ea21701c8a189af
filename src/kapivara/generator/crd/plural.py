"""Computes the default plural of a kind: `ShoppingBasket` becomes `shoppingbaskets`.

The rules are those of the library that controller-gen uses, so that CRDs keep their names: exceptions first (of these
the last ones listed), then endings in order.
Upstream: github.com/gobuffalo/flect pluralize.go, plural_rules.go.
"""

from __future__ import annotations

from functools import cache

_UNCHANGED = (
    *("aircraft", "beef", "bison", "blues", "chassis", "deer", "fish", "moose", "police", "salmon", "series", "sheep"),
    *("shrimp", "species", "swine", "trout", "tuna", "you", "media", "equipment", "information", "jeans", "money"),
    *("news", "rice", "graffiti"),
)
_IRREGULAR = """
child:children foot:feet goose:geese man:men human:humans mouse:mice tooth:teeth woman:women person:people
adieu:adieux fabliau:fabliaux bureau:bureaus criterion:criteria ganglion:ganglia lexicon:lexica
mitochondrion:mitochondria noumenon:noumena phenomenon:phenomena taxon:taxa medium:media stadium:stadiums
aquarium:aquaria auditorium:auditoria symposium:symposia curriculum:curriculums quota:quotas alumnus:alumni
bacillus:bacilli cactus:cacti coccus:cocci focus:foci locus:loci nucleus:nuclei octopus:octupuses radius:radii
syllabus:syllabi corpus:corpora genus:genera alumna:alumnae vertebra:vertebrae differentia:differentiae
minutia:minutiae vita:vitae larva:larvae postcava:postcavae praecava:praecavae uva:uvae apex:apices codex:codices
index:indices latex:latices vertex:vertices vortex:vortices appendix:appendices radix:radices helix:helices
crisis:crises ellipsis:ellipses genesis:geneses oasis:oases thesis:theses testis:testes base:bases basis:bases
vedalia:vedalias abuse:abuses cause:causes clause:clauses cruse:cruses excuse:excuses fuse:fuses house:houses
misuse:misuses muse:muses pause:pauses ache:aches topaz:topazes buffalo:buffaloes potato:potatoes tomato:tomatoes
dwarf:dwarfs hoof:hoofs thief:thieves chive:chives hive:hives move:moves movie:movies cookie:cookies
pretorium:pretoriums agenda:agendas formula:formulas shoe:shoes
"""
_WHOLE_WORDS = "ox:oxen louse:lice die:dice axis:axes alias:aliases use:uses toe:toes ID:IDs"
"""Words that do not count as endings of other words."""
_ENDINGS = """
tive:tives eaf:eaves oaf:oaves afe:aves arf:arves rfe:rves rf:rves lf:lves fe:ves ay:ays ey:eys oy:oys quy:quies uy:uys
y:ies eau:eaux bula:bulae dula:bulae lula:bulae nula:bulae vula:bulae hedron:hedra ium:ia seum:seums eum:ea oum:oa
stracum:straca dum:da elum:ela ilum:ila olum:ola ulum:ula llum:lla ylum:yla imum:ima ernum:erna gnum:gna brum:bra
crum:cra terum:tera serum:sera trum:tra antum:anta atum:ata entum:enta etum:eta itum:ita otum:ota utum:uta ctum:cta
ovum:ova trix:trices iasis:iases mesis:meses kinesis:kineses resis:reses gnosis:gnoses opsis:opses ysis:yses
ouse:ouses lause:lauses us:uses ch:ches io:ios sh:shes ss:sses ez:ezzes iz:izzes tz:tzes zz:zzes ano:anos lo:los to:tos
oo:oos o:oes x:xes S:Ses
"""
_NOT_BACK = frozenset(("blues", "medium", "ellipsis", "basis"))
"""Words whose plural does not count as a word that is a plural already."""
_OTHER_PLURALS = frozenset(
    (
        *("beefs", "fishes", "salmons", "shrimps", "swines", "trouts", "tunas", "adieus", "bureaux", "ganglions"),
        *("lexicons", "mitochondrions", "mediums", "stadia", "aquariums", "auditoriums", "symposiums", "curricula"),
        *("alumnuses", "cactuses", "focuses", "locuses", "nucleuses", "octopi", "radiuses", "corpuses", "apexes"),
        *("codexes", "indexes", "latexes", "vertexes", "vortexes", "appendixes", "radixes", "helixes", "buffalos"),
        *("dwarves", "hooves", "formulae"),
    )
) - {"mediums"}
_ACRONYMS = """
ACK ACL ADSL AES ANSI API ARP ATM BGP BSS CCITT CHAP CIDR CIR CLI CMOS CPE CPU CRC CRT CSMA DCE DEC DES DHCP DMI DNS
DRAM DSL DSLAM DTE EHA EIA EIGRP EOF ESS FCC FCS FDDI FTP GBIC GEPOF HDLC HTML HTTP HTTPS IANA ICMP ID IDF IDS IEEE
IETF IMAP IP IPS ISDN ISP JSON JWT LACP LAN LAPB LAPF LLC MAC MC MDF MIB MPLS MTU NAC NAT NBMA NIC NRZ NRZI
NVRAM OK OSI OSPF OUI PAP PAT PC PCM PDU PIM POP3 POTS PPP PPTP PTT PVST RAM RARP RCP RFC RIP RLL ROM RSTP RTP SDLC
SFD SFP SLARP SLIP SMTP SNA SNAP SNMP SOF SQL SRAM SSH SSID STP SYN TDM TFTP TIA TOFU UDP URI URL USB UTF8 UTP UUID VC
VLAN VLSM VPN W3C WAN WEP WPA WWW
"""
"""Acronyms: the next word of a name may begin right after them with a capital letter."""


def _pairs(text: str) -> dict[str, str]:
    return dict(each.split(":") for each in text.split())


@cache
def _acronyms() -> frozenset[str]:
    return frozenset(_ACRONYMS.split())


@cache
def _tables() -> tuple[dict[str, str], frozenset[str], list[tuple[str, str]]]:
    """Returns whole words with their plurals, words that are plurals already, and endings in the order of their use."""
    compound = dict.fromkeys(_UNCHANGED, "") | _pairs(_IRREGULAR)
    compound = {word: plural or word for word, plural in compound.items()}
    words = compound | _pairs(_WHOLE_WORDS)
    plurals = {plural for word, plural in words.items() if word not in _NOT_BACK} | _OTHER_PLURALS
    endings: list[tuple[str, str]] = []
    for word, plural in [*reversed(_pairs(_ENDINGS).items()), *compound.items()]:
        endings[:0] = [(plural, plural), (word, plural)]
    return words, frozenset(plurals), endings


@cache
def _all_endings() -> tuple[str, ...]:
    return tuple(ending for ending, _ in _tables()[2])


def plural_of(kind: str) -> str:
    """Returns the plural of a kind, in lower case."""
    words, plurals, endings = _tables()
    last = _last_part(kind)
    lower = last.lower()
    if kind in words:
        return words[kind].lower()
    if kind in plurals or lower in plurals:
        return kind.lower()
    start = kind[: len(kind) - len(last)]
    if lower in words:
        return (start + words[lower]).lower()
    for ending, plural in endings if last.endswith(_all_endings()) else ():
        if last.endswith(ending):
            return (start + last[: len(last) - len(ending)] + plural).lower()
    return kind.lower() if lower.endswith("s") else f"{kind}s".lower()


def _last_part(kind: str) -> str:
    """Returns the last word of a kind's name: `Policy` for `BackupPolicy` and for `DNSPolicy`."""
    acronyms = _acronyms()
    if kind.upper() in acronyms:
        return kind.upper()
    start = 0
    for at, letter in enumerate(kind):
        if at and letter.isupper() and (not kind[at - 1].isupper() or kind[start:at].upper() in acronyms):
            start = at
    last = kind[start:]
    return last.upper() if last.upper() in acronyms else last
