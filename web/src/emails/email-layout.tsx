import { lighten } from '@prenoto/core/configuration/colors.ts'
import { getInitial } from '@prenoto/core/configuration/initial.ts'
import { MAIL_LOGO } from '@prenoto/core/configuration/logo-address.ts'
import type { MailBrand, MailContent } from '@prenoto/core/emails/email-content.ts'
import { type CSSProperties, Fragment, type ReactNode } from 'react'
import { Body, Button, Preview, Section } from './email-elements.tsx'

/** Mail programs support no custom properties, so colours are inline; a style sheet overrides them in dark mode. */
const INK = '#1c1917'
const MUTED = '#57534e'
const LINE = '#e7e5e4'
const BACKGROUND = '#faf9f7'

const DARK = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.ground,.ground>table>tbody>tr>td{background-color:#1c1917!important}
.card{background-color:#292524!important;border-color:#44403c!important}
.ink{color:#fafaf9!important}
.quiet{color:#d6d3d1!important}
.line{border-color:#44403c!important}
}
@media (max-width:480px){.card{padding:24px 20px!important}.fact th{width:76px!important;padding-right:12px!important}}
`

/** Length of the preheader. A shorter one is padded, or mail programs would add text from the body. */
const PREHEADER_LENGTH = 150

/** Blanks that mail programs do not collapse. */
const PADDING = '\u00a0\u00a0\u00a0\u200c'

const FONT = "Inter,-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

const wrapping: CSSProperties = { overflowWrap: 'anywhere', wordBreak: 'break-word' }
const text: CSSProperties = { ...wrapping, margin: '0 0 16px', fontSize: 16, lineHeight: '26px', color: INK }
const small: CSSProperties = { ...wrapping, margin: 0, fontSize: 13, lineHeight: '22px', color: MUTED }
const cell: CSSProperties = {
  ...wrapping,
  padding: '10px 0',
  borderBottom: `1px solid ${LINE}`,
  fontSize: 15,
  lineHeight: '24px',
  textAlign: 'left',
  verticalAlign: 'top',
}

type Mail = { brand: MailBrand; content: MailContent }

/** The block of each part of an e-mail in the card, in this order. */
const BLOCKS: { [K in keyof MailContent]-?: (mail: Mail) => ReactNode } = {
  subject: () => null,
  preheader: () => null,
  heading: ({ content: { heading } }) => (
    <h1 className="ink" style={{ ...wrapping, margin: '0 0 16px', fontSize: 24, lineHeight: '32px', color: INK }}>
      {heading}
    </h1>
  ),
  facts: ({ content: { facts } }) => facts.length > 0 && <Facts facts={facts} />,
  paragraphs: ({ content: { paragraphs } }) =>
    paragraphs.map((paragraph) => (
      <p key={paragraph} className="ink" style={text}>
        <bdi>{paragraph}</bdi>
      </p>
    )),
  quote: ({ brand, content: { quote } }) =>
    quote && (
      <blockquote
        className="ink"
        style={{
          ...text,
          margin: '0 0 24px',
          padding: '4px 0 4px 16px',
          borderLeft: `3px solid ${lighten(brand.color, 0.4)}`,
          whiteSpace: 'pre-wrap',
        }}
      >
        <bdi>{quote}</bdi>
      </blockquote>
    ),
  action: ({ brand, content: { action } }) =>
    action && (
      <Button href={action.url} style={{ backgroundColor: brand.color, color: brand.textColor }}>
        {action.label}
      </Button>
    ),
  alternative: ({ content: { action, alternative } }) =>
    alternative && (
      <p className="quiet" style={{ ...text, color: MUTED, fontSize: 15, margin: action ? '24px 0 0' : 0 }}>
        {alternative.text}{' '}
        <a className="ink" href={alternative.link.url} style={{ color: INK, textDecoration: 'underline' }}>
          {alternative.link.label}
        </a>
      </p>
    ),
  unsubscribe: ({ content: { unsubscribe } }) =>
    unsubscribe && (
      <p className="quiet" style={{ ...small, margin: '24px 0 0' }}>
        <a className="quiet" href={unsubscribe.url} style={{ color: MUTED, textDecoration: 'underline' }}>
          {unsubscribe.label}
        </a>
      </p>
    ),
}

/** The layout of every e-mail: a card of at most 600 px. */
export function MailLayout({ brand, content }: Mail) {
  return (
    <html lang="it" dir="ltr">
      <head>
        <meta httpEquiv="Content-Type" content="text/html; charset=UTF-8" />
        <meta name="x-apple-disable-message-reformatting" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no" />
        <title>{content.subject}</title>
        <style>{DARK}</style>
      </head>
      <Preview>{content.preheader.padEnd(PREHEADER_LENGTH, PADDING)}</Preview>
      <Body
        className="ground"
        style={{ backgroundColor: BACKGROUND, margin: 0, padding: '24px 12px', fontFamily: FONT }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: older mail programs drop a main element with its style */}
        <div role="main">
          <Section style={{ maxWidth: 600 }}>
            <Header brand={brand} />
            <Section
              className="card"
              style={{ backgroundColor: '#ffffff', border: `1px solid ${LINE}`, borderRadius: 14, padding: '32px' }}
            >
              {Object.entries(BLOCKS).map(([part, Block]) => (
                <Block key={part} brand={brand} content={content} />
              ))}
            </Section>
            <Footer brand={brand} />
          </Section>
        </div>
      </Body>
    </html>
  )
}

/** The logo, with the name as its alternative text, or the initial and the name. */
function Header({ brand: { name, site, logo, color, textColor } }: { brand: MailBrand }) {
  return (
    <Section style={{ padding: '8px 8px 20px' }}>
      <a
        className="ink"
        href={site}
        style={{ ...wrapping, color: INK, fontSize: 18, fontWeight: 600, textDecoration: 'none' }}
      >
        {logo ? (
          <img
            src={logo}
            {...MAIL_LOGO}
            alt={name}
            // Otherwise React adds a preload link to the head, which mail programs do not support.
            fetchPriority="low"
            style={{ display: 'block', maxWidth: '100%', borderRadius: 6, border: 0 }}
          />
        ) : (
          <>
            <span
              aria-hidden="true"
              style={{
                display: 'inline-block',
                width: 40,
                marginRight: 12,
                borderRadius: 10,
                backgroundColor: color,
                color: textColor,
                fontSize: 21,
                lineHeight: '40px',
                textAlign: 'center',
              }}
            >
              {getInitial(name)}
            </span>
            {name}
          </>
        )}
      </a>
    </Section>
  )
}

function Facts({ facts }: { facts: MailContent['facts'] }) {
  return (
    <table width="100%" cellPadding="0" cellSpacing="0" style={{ borderCollapse: 'collapse', margin: '8px 0 24px' }}>
      <tbody>
        {facts.map(({ label, value, href, previous }) => (
          <tr key={label + value} className="fact">
            <th
              className="quiet line"
              scope="row"
              style={{ ...cell, width: 120, paddingRight: 16, fontWeight: 400, color: MUTED }}
            >
              {label}
            </th>
            <td className="ink line" style={{ ...cell, fontWeight: 600, color: INK }}>
              {href ? (
                <a className="ink" href={href} style={{ color: INK, textDecoration: 'underline' }}>
                  <bdi>{value}</bdi>
                </a>
              ) : (
                <Lines text={value} />
              )}
              {previous && (
                <span className="quiet" style={{ display: 'block', fontSize: 13, fontWeight: 400, color: MUTED }}>
                  prima: <s>{previous}</s>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** A text with its line breaks. Outlook ignores those of `white-space`. */
const Lines = ({ text }: { text: string }) =>
  text.split('\n').map((line, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines never move
    <Fragment key={i}>
      {i > 0 && <br />}
      <bdi>{line}</bdi>
    </Fragment>
  ))

function Footer({ brand: { name, site, contacts } }: { brand: MailBrand }) {
  return (
    <Section style={{ padding: '24px 8px' }}>
      <p className="quiet" style={{ ...small, fontWeight: 600 }}>
        {name}
      </p>
      {contacts.map(({ channel, label, text, href }) => (
        <p key={channel} className="quiet" style={small}>
          {label}:{' '}
          <a className="quiet" href={href} style={{ color: MUTED }}>
            {text}
          </a>
        </p>
      ))}
      <p className="quiet" style={small}>
        <a className="quiet" href={site} style={{ color: MUTED }}>
          {site.replace(/^https?:\/\//, '')}
        </a>
      </p>
    </Section>
  )
}
