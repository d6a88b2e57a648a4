"""A round trip whose best order no anytime search proves soon."""

from teams import world

DOMAIN = world("tours")


def tour(places: int) -> str:
    names = [f"p{n}" for n in range(places)]
    far = " ".join(f"(= (far {a} {b}) {1 + (7 * i * i + 13 * j * j + i * j) % 97})"
                   for i, a in enumerate(names) for j, b in enumerate(names))
    seen = " ".join(f"(seen {name})" for name in names)
    return (f"(define (problem tour) (:domain tours) (:objects {' '.join(names)} - place) "
            f"(:init (at p0) (= (total-cost) 0) {far}) (:goal (and {seen})) "
            "(:metric minimize (total-cost)))")
