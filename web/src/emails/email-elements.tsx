import type { CSSProperties, ReactNode } from 'react'

type Props = { className?: string; style?: CSSProperties; children: ReactNode }

/** A block as a table, the only layout that older mail programs support. */
export function Section({ children, ...props }: Props) {
  return (
    <table align="center" width="100%" border={0} cellPadding="0" cellSpacing="0" role="presentation" {...props}>
      <tbody>
        <tr>
          <td>{children}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The body, with its colour repeated on a table, since some mail programs drop the style of the body. */
export function Body({ className, style, children }: Props) {
  return (
    <body className={className} style={{ backgroundColor: style?.backgroundColor, margin: 0, padding: 0 }}>
      <table align="center" width="100%" border={0} cellPadding="0" cellSpacing="0" role="presentation">
        <tbody>
          <tr>
            <td style={style}>{children}</td>
          </tr>
        </tbody>
      </table>
    </body>
  )
}

const hidden: CSSProperties = {
  display: 'none',
  overflow: 'hidden',
  lineHeight: '1px',
  opacity: 0,
  maxHeight: 0,
  maxWidth: 0,
}

/** The preheader: mail programs show it beside the subject. */
export const Preview = ({ children }: { children: string }) => <div style={hidden}>{children}</div>

/** Outlook ignores the padding of a link; these conditional comments add blanks of the same size. */
const OUTLOOK_BEFORE =
  '<!--[if mso]><i style="mso-font-width:400%;mso-text-raise:21" hidden>&#8202;&#8202;&#8202;</i><![endif]-->'
const OUTLOOK_AFTER = '<!--[if mso]><i style="mso-font-width:400%" hidden>&#8202;&#8202;&#8202;&#8203;</i><![endif]-->'
const outlookPadding = { msoPaddingAlt: '0px' } as CSSProperties
const outlookRaise = { ...outlookPadding, msoTextRaise: 10.5 } as CSSProperties

const button: CSSProperties = {
  ...outlookPadding,
  display: 'inline-block',
  maxWidth: '100%',
  padding: '14px 24px',
  borderRadius: 10,
  fontSize: 16,
  fontWeight: 600,
  lineHeight: '100%',
  textDecoration: 'none',
}

export function Button({ href, style, children }: { href: string } & Props) {
  return (
    <a href={href} target="_blank" rel="noopener" style={{ ...button, ...style }}>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <span dangerouslySetInnerHTML={{ __html: OUTLOOK_BEFORE }} />
      <span style={{ display: 'inline-block', maxWidth: '100%', lineHeight: '120%', ...outlookRaise }}>{children}</span>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant */}
      <span dangerouslySetInnerHTML={{ __html: OUTLOOK_AFTER }} />
    </a>
  )
}
