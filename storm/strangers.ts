import type { Scene } from './visitors.ts'

/** Guesses at a password, each from an address of its own. */
export async function guessPassword({ client, shop, step, chance, serial }: Scene) {
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: step.what,
    method: 'POST',
    path: '/login',
    payload: { email: chance.pick(shop.staff).email, password: `sbagliata ${serial}` },
    address: `10.66.${chance.below(250)}.${chance.below(250)}`,
    expected: [401, 429],
  })
}

/** Comes with no session, or with one of another business. */
export async function comeWithStrangeSession({ client, shop, step, chance }: Scene, elsewhere: Scene['shop']) {
  const token = chance.chance(0.5) ? 'x'.repeat(43) : chance.pick(elsewhere.staff).token
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop,
    what: step.what,
    method: 'GET',
    path: chance.pick(['/bookings', '/customers', '/user/userInfo']),
    token,
    expected: [401],
  })
}

export async function comeToUnknownHost({ client, step, chance, serial }: Scene) {
  const host = `sconosciuto-${serial}.example`
  await client.ask(chance.pick(client.servers), {
    actor: step.actor,
    shop: { marker: 'nobody', domain: host },
    what: step.what,
    method: 'GET',
    path: '/client/configs',
    expected: [403],
  })
}
