import styles from './skip-link.module.css'

type SkipLinkProps = { to?: string; children?: string }

/** Seen by the keyboard alone: past what comes next, to an element. Without one, to the content of the page. */
export const SkipLink = ({ to = 'content', children = 'Vai al contenuto' }: SkipLinkProps) => (
  <a href={`#${to}`} target="_self" className={styles.skip}>
    {children}
  </a>
)
