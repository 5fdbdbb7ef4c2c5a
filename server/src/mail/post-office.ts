import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Settings } from '../settings.ts'
import { mailRenderer } from './mail-renderer.ts'
import { openMailer } from './mailer.ts'
import type { PostOffice } from './send-message.ts'

type Parts = { settings: Pick<Settings, 'mail' | 'port' | 'dataDir'>; log: Logger; dev: boolean }

/** What a process sends e-mails with, or writes them to files below the data folder. */
export const openPostOffice = ({ settings, log, dev }: Parts): PostOffice => ({
  mailer: openMailer(settings.mail, join(settings.dataDir, 'mail'), log),
  render: mailRenderer(dev),
  port: settings.port,
  log,
})
