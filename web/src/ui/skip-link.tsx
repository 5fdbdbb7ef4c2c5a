import styles from './skip-link.module.css'

/** The first thing that the keyboard comes to: past everything that is the same on each page, to the element `content`. */
export const SkipLink = () => (
  <a href="#content" className={styles.skip}>
    Vai al contenuto
  </a>
)
