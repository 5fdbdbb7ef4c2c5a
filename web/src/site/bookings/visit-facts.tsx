import type { ReactNode } from 'react'
import styles from './visit-facts.module.css'

/** A visit as a ticket: what is known of it, each under its word. */
export const VisitFacts = ({ facts }: { facts: Record<string, ReactNode> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([word, fact]) => (
      <div key={word}>
        <dt>{word}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
