import fc from 'fast-check'

/** Texts that often break programs. None looks like an internal of the program, since an error may name what was sent. */
const TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\ufeff',
  '\u202e',
  '\r\n',
  "'",
  "''; drop table bookings; --",
  "' or '1'='1",
  '"; select pg_sleep(10); --',
  '$1',
  '%',
  '%s%n',
  '\\',
  '`',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '__proto__',
  'constructor',
  'null',
  'Infinity',
  'true',
  '0x1F',
  '1e309',
  '-1',
  '9007199254740993',
  '99999999999999999999999999',
  '2026-02-30',
  '2026-13-01',
  '0000-00-00',
  '-000001-01-01',
  '275760-09-14',
  '2026-11-23T09:00:00Z',
  '24:00',
  '25:61',
  '99:99:99',
  '09:00:60',
  '٠٩:٠٠',
  '🙂'.repeat(40),
  'x'.repeat(10_000),
]

const NUMBERS = [0, -0, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 53), 2 ** 63, 1e21, 1e308, 5e-324]

const OBJECTS = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  ['a', 'b'],
  { length: 1 },
  { toString: 'x', valueOf: 'x' },
  { $ne: null },
  deep(200),
]

function deep(levels: number): unknown {
  return levels === 0 ? 1 : [deep(levels - 1)]
}

export const hostileText = fc.oneof(fc.constantFrom(...TEXTS), fc.string({ unit: 'binary', maxLength: 40 }))

/** Any JSON value. */
export const hostileValue = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(...NUMBERS, ...OBJECTS) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3, stringUnit: 'binary' }) },
)

/** Bodies that are not valid JSON. */
export const malformedJson = fc.oneof(
  fc.constantFrom(
    '{',
    '}',
    '[',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{"a":1}{"b":2}',
    'undefined',
    'NaN',
    '\u0000',
    '\ufeff{',
    '{"__proto__":{"admin":true}}',
    '{"constructor":{"prototype":{"admin":true}}}',
    '['.repeat(20_000),
    '{"a":'.repeat(5_000),
    '"\\ud800',
    '{"a":"\u0001"}',
  ),
  fc.string({ minLength: 1, unit: 'binary' }).filter((text) => !isJson(text)),
)

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Header values that HTTP allows. */
export const hostileHeader = fc.oneof(
  fc.constantFrom('', ' ', ',', ';', '"', "' or true --", 'é', 'null', 'x'.repeat(4_000), '%00', '$(id)'),
  fc.string({ maxLength: 60 }).map((text) => text.replaceAll(/[^\t\x20-\x7e]/g, '')),
)

/** Host headers of no business. */
export const hostileHost = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '.',
    '..',
    ':',
    ':80',
    ':99999999',
    '[',
    '[::1]',
    '[::1]:3000',
    'a b',
    'é.example',
    'xn--',
    '%00',
    '%2e%2e',
    "'; drop table tenants; --",
    'x'.repeat(8_000),
    'a.'.repeat(2_000),
    'http://a.example/',
    'a@b',
    '0',
    '127.0.0.1',
    '\\',
  ),
  hostileHeader,
)
