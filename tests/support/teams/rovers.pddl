; robots: q r
(define (problem p) (:domain rovers)
  (:objects r q - rover s z - store a b c - spot)
  (:init (at r a) (at q b) (empty s) (full z) (of s r) (of z q) (rock b) (rock c) (base a)
    (quiet) (road a b) (road b a) (road b c) (road c b))
  (:goal (and (sent b) (sent c))))
