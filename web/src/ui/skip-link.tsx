import styles from './skip-link.module.css'

type SkipLinkProps = { to?: string; children?: string }

/** A link to the element with the id `to`, visible only on keyboard focus. */
export const SkipLink = ({ to = 'content', children = 'Vai al contenuto' }: SkipLinkProps) => (
  <a href={`#${to}`} target="_self" className={styles.skip}>
    {children}
  </a>
)
