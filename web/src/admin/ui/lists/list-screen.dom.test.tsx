import { defaultScheduler, notifyManager } from '@tanstack/react-query'
import { expect, onTestFinished } from 'vitest'
import { ApiError } from '../../../lib/api-client.ts'
import type { CursorList } from '../../lib/crud-queries.ts'
import { screen, test, within } from '../../testing/render-page.tsx'
import { ListScreen } from './list-screen.tsx'

type Plant = { id: number; name: string; kind: string }

/** A list whose answers carry the number of all items. */
function plantList(plants: Plant[], fails = () => false): CursorList<Plant> {
  return {
    key: 'plants',
    list: async ({ per_page, last_id = 0 }) => {
      if (fails()) throw new ApiError('Non ora.', 422)
      const rest = plants.filter(({ id }) => id > last_id)
      const items = rest.slice(0, per_page)
      return {
        items,
        last_id: items.at(-1)?.id ?? null,
        has_more: rest.length > per_page,
        ...(last_id === 0 && { total: plants.length }),
      }
    },
  }
}

const plants = (count: number, name = 'Rosa'): Plant[] =>
  Array.from({ length: count }, (_, i) => ({
    id: i + 1,
    name: `${name} ${String(i + 1).padStart(2, '0')}`,
    kind: i < 14 ? 'Siepe' : 'Più alta',
  }))

const Screen = ({ list }: { list: CursorList<Plant> }) => (
  <ListScreen
    title="Elenco piante"
    list={list}
    columns={[
      { title: 'Nome', show: ({ name }) => name, sortBy: ({ name }) => name },
      { title: 'Tipo', show: ({ kind }) => kind },
    ]}
    emptyText="Non ci sono piante"
    guide="spostare-una-visita"
    search={{ getName: ({ name, kind }) => `${name} ${kind}`, noneText: 'Nessuna pianta trovata.' }}
    mayChange
    newTitle="Nuova pianta"
    editTitle="Modifica pianta"
    form={() => null}
  />
)

const names = () => screen.queryAllByRole('button', { name: /^Rosa/ }).map(({ textContent }) => textContent)
const listNames = (from: number, to: number) =>
  plants(to)
    .slice(from - 1)
    .map(({ name }) => name)
const page = (text: string) => screen.findByText(text)

test('a list has ten rows a page, loads the next page on demand and sorts all rows', {
  tags: ['2.67', '9.8', '13.32'],
}, async ({ render, user }) => {
  render(<Screen list={plantList(plants(34))} />)
  const [previous, next] = [
    await screen.findByRole('button', { name: 'Previous' }),
    screen.getByRole('button', { name: 'Next' }),
  ]
  await expect.poll(names).toEqual(listNames(1, 10))
  await page('Page 1 of 4')
  expect(previous).toHaveProperty('disabled', true)
  for (const [from, to] of [
    [11, 20],
    [21, 30],
    [31, 34],
  ] as const) {
    await user.click(next)
    await expect.poll(names).toEqual(listNames(from, to))
  }
  await page('Page 4 of 4')
  expect(next).toHaveProperty('disabled', true)
  await user.click(previous)
  await expect.poll(names).toEqual(listNames(21, 30))

  const head = screen.getByRole('columnheader', { name: 'Nome' })
  await user.click(within(head).getByRole('button'))
  await page('Page 1 of 4')
  await user.click(within(head).getByRole('button'))
  await expect.poll(names).toEqual(listNames(25, 34).reverse())
  expect(head.getAttribute('aria-sort')).toBe('descending')
  expect(within(screen.getByRole('columnheader', { name: 'Tipo' })).queryByRole('button')).toBeNull()
})

test('a list loads all pages it needs, even if each arrives before the list shows that it is loading', async ({
  render,
  user,
}) => {
  notifyManager.setScheduler((callback) => setTimeout(callback, 50))
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler))
  render(<Screen list={plantList(plants(74))} />)
  await expect.poll(names).toEqual(listNames(1, 10))
  const head = within(screen.getByRole('columnheader', { name: 'Nome' }))
  for (const _ of ['ascending', 'descending']) await user.click(head.getByRole('button'))
  await expect.poll(names).toEqual(listNames(65, 74).reverse())
})

test('a list of more than one page can be searched, without accents and capitals', { tags: ['2.67'] }, async ({
  render,
  user,
}) => {
  const searchBox = () => screen.queryByRole('searchbox', { name: 'Cerca nell’elenco' })
  render(<Screen list={plantList(plants(10))} />)
  await expect.poll(names).toHaveLength(10)
  expect(searchBox()).toBeNull()

  render(<Screen list={plantList(plants(34))} />)
  await expect.poll(searchBox).not.toBeNull()
  await user.fill(searchBox()!, 'piu ALTA')
  await page('Page 1 of 2')
  await expect.poll(names).toEqual(listNames(15, 24))
  await user.fill(searchBox()!, 'rosa 3')
  await expect.poll(names).toEqual(listNames(30, 34))
  await user.fill(searchBox()!, 'zzz')
  await expect.poll(() => screen.getAllByText('Nessuna pianta trovata.')).toHaveLength(2)
})

test('an empty list shows its text, and a list that cannot be read or completed can be read again', {
  tags: ['13.32'],
}, async ({ render, user, allowErrors }) => {
  allowErrors(/ApiError/)
  render(<Screen list={plantList([])} />)
  await screen.findByText('Non ci sono piante')

  let isBroken = true
  render(<Screen list={plantList(plants(34), () => isBroken)} />)
  await screen.findByText('Non è stato possibile caricare l’elenco.')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await expect.poll(names).toEqual(listNames(1, 10))
  isBroken = true
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await user.click(screen.getByRole('button', { name: 'Next' }))
  await screen.findByText('Non è stato possibile caricare il resto dell’elenco.')
  isBroken = false
  await user.click(screen.getByRole('button', { name: 'Riprova' }))
  await expect.poll(names).toEqual(listNames(21, 30))
})
