import type { ReactNode } from 'react'
import styles from './facts.module.css'

type FactsProps = { facts: Record<string, ReactNode>; className?: string }

/** A list of labelled facts. */
export const Facts = ({ facts, className = '' }: FactsProps) => (
  <dl className={`${styles.facts} ${className}`}>
    {Object.entries(facts).map(([label, fact]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{fact}</dd>
      </div>
    ))}
  </dl>
)
