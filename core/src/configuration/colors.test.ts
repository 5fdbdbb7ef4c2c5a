import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contrast, darkenFor, lighten, MIN_CONTRAST, readableTextOn, toHexColor, WHITE } from './colors.ts'

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('a typed colour', () => {
  test.each([
    ['#fb923c', '#fb923c'],
    ['#FB923C', '#fb923c'],
    [' #fff ', '#ffffff'],
    ['#1aF', '#11aaff'],
  ])('%s becomes %s', (typed, color) => expect(toHexColor(typed)).toBe(color))

  test.each(['', 'fb923c', '#fb92', '#ggg', 'red', '#fff;}body{display:none'])('%j is not a colour', (typed) =>
    expect(toHexColor(typed)).toBeUndefined(),
  )
})

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#fb923c', '#ffffff', 2.26],
    ['#767676', '#ffffff', 4.54],
  ])('of %s and %s is %d', (one, other, ratio) => expect(contrast(one, other)).toBeCloseTo(ratio, 2))

  test('does not depend on which colour is in front', () => {
    fc.assert(fc.property(anyColor, anyColor, (one, other) => contrast(one, other) === contrast(other, one)))
  })
})

describe('text on a colour', () => {
  test('is readable on every background and with every preference', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (background, preferred) => {
        expect(contrast(background, readableTextOn(background, preferred))).toBeGreaterThanOrEqual(MIN_CONTRAST)
      }),
    )
  })

  test('is the preferred colour wherever that is readable', () => {
    fc.assert(
      fc.property(anyColor, anyColor, (background, preferred) => {
        fc.pre(contrast(background, preferred) >= MIN_CONTRAST)
        expect(readableTextOn(background, preferred)).toBe(preferred)
      }),
    )
  })

  test('is not white on the default orange', { tags: ['9.23'] }, () =>
    expect(readableTextOn('#fb923c', '#ffffff')).toBe('#1c1917'),
  )
  test('ignores a preference that is not a colour', () => expect(readableTextOn('#1d4ed8', 'white')).toBe(WHITE))
})

describe('a colour as text on a light surface', () => {
  test.each([WHITE, '#faf9f7'])('is readable on %s', (surface) => {
    fc.assert(fc.property(anyColor, (color) => contrast(darkenFor(surface, color), surface) >= MIN_CONTRAST))
  })

  test('is the colour itself when that is readable', () => expect(darkenFor(WHITE, '#1d4ed8')).toBe('#1d4ed8'))
})

describe('a lightened colour', () => {
  test('a fraction of 0.8 lightens a colour by four fifths of the way to white', { tags: ['2.53', '9.26'] }, () =>
    expect(lighten('#000000', 0.8)).toBe('#cccccc'),
  )

  test.each(['#1c1917', '#57534e'])(
    'the text colour %s stays readable on a colour lightened by 0.8',
    { tags: ['9.26'] },
    (ink) => {
      fc.assert(fc.property(anyColor, (color) => contrast(lighten(color, 0.8), ink) >= MIN_CONTRAST))
    },
  )

  test('is itself at 0 and white at 1', () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(lighten(color, 0)).toBe(color)
        expect(lighten(color, 1)).toBe(WHITE)
      }),
    )
  })
})
