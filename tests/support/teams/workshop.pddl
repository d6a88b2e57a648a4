; robots: f g s
(define (problem p) (:domain workshop)
  (:objects s - saw g - sander f - painter p q r - part red - colour)
  (:init (raw p) (raw q) (raw r) (free p) (free q) (free r) (has f red))
  (:goal (and (paint p red) (paint q red) (smooth r))))
