import { expect, test } from 'vitest'
import { describeDevice, describePlace } from './describe-device.ts'

test.for([
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox su Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
    'Safari su iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0',
    'Microsoft Edge su Windows',
  ],
  ['', 'Programma sconosciuto'],
  ['<b>x</b>'.repeat(40), 'Programma sconosciuto'],
] as const)('describes %s', ([userAgent, device]) => {
  expect(describeDevice(userAgent)).toBe(device)
})

test.for([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:0::/64', '2001:db8:0:0::/64'],
  ['192.168.1.4', 'Rete locale (192.168.1.4)'],
  ['fd00:1:2:3::/64', 'Rete locale (fd00:1:2:3::/64)'],
  ['127.0.0.1', 'Questo computer'],
  ['0:0:0:0::/64', 'Questo computer'],
  ['', 'Indirizzo sconosciuto'],
  ['unknown', 'Indirizzo sconosciuto'],
] as const)('the place of %s is %s', ([address, place]) => {
  expect(describePlace(address)).toBe(place)
})
