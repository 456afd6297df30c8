;; The dot products of one row of bytes with many, sixteen bytes at a time. `npm run generate` puts it in dot-products-wasm.ts.
(module
  (memory (export "memory") 1)
  ;; The row is at 0, its width a multiple of 16. The others follow it, and after them the products are written, four bytes
  ;; each.
  (func (export "multiply") (param $width i32) (param $count i32)
    (local $other_row i32)
    (local $product i32)
    (local $at i32)
    (local $one v128)
    (local $other v128)
    (local $sum v128)
    (local.set $other_row (local.get $width))
    (local.set $product (i32.mul (local.get $width) (i32.add (local.get $count) (i32.const 1))))
    (loop $rows
      (if (i32.eqz (local.get $count)) (then (return)))
      (local.set $at (i32.const 0))
      (local.set $sum (v128.const i32x4 0 0 0 0))
      (loop $columns
        (local.set $one (v128.load (local.get $at)))
        (local.set $other (v128.load (i32.add (local.get $other_row) (local.get $at))))
        (local.set $sum
          (i32x4.add
            (local.get $sum)
            (i32x4.add
              (i32x4.dot_i16x8_s
                (i16x8.extend_low_i8x16_s (local.get $one))
                (i16x8.extend_low_i8x16_s (local.get $other)))
              (i32x4.dot_i16x8_s
                (i16x8.extend_high_i8x16_s (local.get $one))
                (i16x8.extend_high_i8x16_s (local.get $other))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br_if $columns (i32.lt_u (local.get $at) (local.get $width))))
      (i32.store
        (local.get $product)
        (i32.add
          (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
          (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
      (local.set $other_row (i32.add (local.get $other_row) (local.get $width)))
      (local.set $product (i32.add (local.get $product) (i32.const 4)))
      (local.set $count (i32.sub (local.get $count) (i32.const 1)))
      (br $rows))))
