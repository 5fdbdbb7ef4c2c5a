import type { ReactNode } from 'react'
import styles from './facts.module.css'

type FactsProps = { facts: Record<string, ReactNode>; className?: string }

/** What is known of something, each under its word. */
export const Facts = ({ facts, className = '' }: FactsProps) => (
  <dl className={`${styles.facts} ${className}`}>
    {Object.entries(facts).map(([word, fact]) => (
      <div key={word}>
        <dt>{word}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
