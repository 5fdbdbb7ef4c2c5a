import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ProposalLink } from './proposal-link.tsx'
import { ProposalPanel } from './proposal-panel.tsx'
import { proposalsQuery, useWithdrawProposal } from './proposals.queries.ts'

/** Proposes hours to a customer, and shows the proposals that they can still answer. */
export function Proposals({ customer }: { customer: CustomerProfile }) {
  const [isProposing, setIsProposing] = useState(false)
  const { data: proposals = [] } = useQuery(proposalsQuery(customer.id))
  const { mutate: withdraw, isPending } = useWithdrawProposal()
  return (
    <>
      {proposals.length > 0 && (
        <section className="stack card gap-3 content-start rounded-l p-5" aria-labelledby="proposals-title">
          <h2 id="proposals-title" className="text-m">
            Orari proposti
          </h2>
          {proposals.map((proposal) => (
            <div key={proposal.id} className="grid gap-3 min-w-0">
              <ProposalLink proposal={proposal} customer={customer} />
              <div>
                <Button look="quiet" loading={isPending} onClick={() => withdraw(proposal.id)}>
                  Ritira la proposta
                </Button>
              </div>
            </div>
          ))}
        </section>
      )}
      <div>
        <Button look="quiet" aria-haspopup="dialog" onClick={() => setIsProposing(true)}>
          <CalendarClock size={18} aria-hidden="true" />
          <span>Proponi orari</span>
        </Button>
      </div>
      <ProposalPanel isOpen={isProposing} onClose={() => setIsProposing(false)} customer={customer} />
    </>
  )
}
