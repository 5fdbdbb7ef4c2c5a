import { expect } from 'vitest'
import { screen, test, within } from '../testing/render-page.tsx'
import GuidePage from './guide-page.tsx'

test('words without accents and capitals find pages by title first, and the address keeps them', async ({
  render,
  user,
}) => {
  render(<GuidePage />)
  await screen.findByLabelText('Cerca nella guida')
  const pages = screen.getAllByRole('link').length
  expect(pages).toBeGreaterThan(20)

  await user.type(screen.getByLabelText('Cerca nella guida'), 'E MALATA')
  const listLinks = () => within(screen.getByRole('list', { name: 'Pagine trovate' })).getAllByRole('link')
  expect(listLinks()[0]!.getAttribute('href')).toBe('/guida/una-collega-e-malata')
  expect(location.search).toBe('?cerca=E+MALATA')

  await user.clear(screen.getByLabelText('Cerca nella guida'))
  await user.type(screen.getByLabelText('Cerca nella guida'), 'ferie')
  expect(listLinks()[0]!.textContent).toBe('Chiudere per ferie')
  expect(listLinks().length).toBeGreaterThan(1)

  await user.clear(screen.getByLabelText('Cerca nella guida'))
  await user.type(screen.getByLabelText('Cerca nella guida'), 'astronave')
  await screen.findByText('Nessuna pagina con queste parole: prova con una sola.')
  await user.clear(screen.getByLabelText('Cerca nella guida'))
  expect(screen.getAllByRole('link').length).toBe(pages)
})
