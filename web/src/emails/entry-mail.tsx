import type { RenderMail } from '@prenoto/core/emails/email-content.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { MailLayout } from './email-layout.tsx'

/** Outlook needs this document type for its layout. */
const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">'

export const renderMail: RenderMail = (brand, content) =>
  DOCTYPE + renderToStaticMarkup(<MailLayout brand={brand} content={content} />)
