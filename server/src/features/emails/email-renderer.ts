import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { MailBrand, MailContent, RenderMail } from '@prenoto/core/emails/email-content.ts'
import { WEB_ROOT } from '../pages/page-renderer.ts'

type MailEntry = { renderMail: RenderMail }

/** Renders e-mails with the build of web or, in development, from its sources. Loaded with the first e-mail. */
export function emailRenderer(dev: boolean) {
  let entry: Promise<MailEntry> | undefined
  return async (brand: MailBrand, content: MailContent) => {
    entry ??= dev ? fromSources() : import(pathToFileURL(join(WEB_ROOT, 'dist/server/entry-mail.js')).href)
    const { renderMail } = await entry
    return renderMail(brand, content)
  }
}

async function fromSources(): Promise<MailEntry> {
  const { createServer } = await import('vite')
  const server = { middlewareMode: true, hmr: false, ws: false, watch: null } as const
  const vite = await createServer({ root: WEB_ROOT, appType: 'custom', server })
  return (await vite.ssrLoadModule('/src/emails/entry-mail.tsx')) as MailEntry
}
