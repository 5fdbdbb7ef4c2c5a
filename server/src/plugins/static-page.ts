import { hash } from 'node:crypto'

const STYLE = [
  ':root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}',
  'body{display:grid;min-height:100vh;margin:0;place-items:center}',
  'main{max-width:32rem;padding:1.5rem;text-align:center}',
  'h1{font-size:1.5rem;line-height:1.3}',
].join('')

/** Allows only the style above. */
export const STATIC_PAGE_POLICY = `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`

type Link = { address: string; label: string }
type StaticPage = { title: string; text: string; link?: Link }

/** A page without a tenant's design, for unknown tenants and for overload. Does not escape its arguments. */
export function staticPage({ title, text, link }: StaticPage): string {
  const next = link ? `<p><a href="${link.address}">${link.label}</a></p>` : ''
  return `<!doctype html><html lang="it"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${text}</p>${next}</main></body></html>`
}
