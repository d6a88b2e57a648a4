; robots: q r
(define (problem p) (:domain painters)
  (:objects r q - robot a b c d e f - tile red blue - colour)
  (:init (on r a) (on q b) (with r red) (with q blue) (clear c) (clear d) (clear e)
    (clear f) (up a b) (up b a) (up a c) (up c a) (up b d) (up d b) (up c e) (up d f)
    (up c d) (up d c))
  (:goal (and (done e blue) (done f red))))
