import type { ReactNode } from 'react'
import styles from './waiting-facts.module.css'

/** What somebody waits for, each under its word. */
export const WaitingFacts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([word, fact]) => (
      <div key={word}>
        <dt>{word}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
