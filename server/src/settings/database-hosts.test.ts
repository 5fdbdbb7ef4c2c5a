import { expect, test } from 'vitest'
import { parseHostUrls } from './database-hosts.ts'

test.for([
  ['postgres://u:p@one.example/db', ['postgres://u:p@one.example/db']],
  [
    'postgresql://u:p@one.example:5433,two.example:5434/db?target_session_attrs=read-write&sslmode=require',
    ['postgresql://u:p@one.example:5433/db?sslmode=require', 'postgresql://u:p@two.example:5434/db?sslmode=require'],
  ],
  [
    'postgres://u@one.example,[::1]:5433/db?target_session_attrs=primary',
    ['postgres://u@one.example/db', 'postgres://u@[::1]:5433/db'],
  ],
] as const)('%s names each of its hosts', ([url, hosts]) => {
  expect(parseHostUrls(url)).toEqual({ urls: hosts })
})

test.for([
  ['mysql://u@db.example/db', /^use postgres:/],
  ['postgres://', /^use postgres:/],
  ['postgres://u@one.example,,two.example/db', /^use postgres:/],
  ['postgres://u@one.example:port/db', /^use postgres:/],
  ['postgres://u@one.example,two.example/db?target_session_attrs=any', /^target_session_attrs=any does not work/],
  ['postgres://u@one.example/db?target_session_attrs=standby', /^target_session_attrs=standby does not work/],
] as const)('%s is refused in a sentence', ([url, sentence]) => {
  expect(parseHostUrls(url).problem).toMatch(sentence)
})
