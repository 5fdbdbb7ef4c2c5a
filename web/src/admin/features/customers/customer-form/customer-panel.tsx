import type { CustomerProfile } from '@prenoto/core/customers/customer-schema.ts'
import { lazy, Suspense } from 'react'
import { Skeletons } from '../../../ui/lists/skeletons.tsx'
import { PanelBody, SidePanel } from '../../../ui/panels/side-panel.tsx'

const CustomerForm = lazy(() => import('./customer-form.tsx'))

type CustomerPanelProps = {
  isOpen: boolean
  onClose: () => void
  /** Undefined for a new customer. */
  customer?: CustomerProfile
  onSaved: (saved: CustomerProfile) => void
}

/** Panel for a new customer or the data of a known one. */
export function CustomerPanel({ isOpen, onClose, customer, onSaved }: CustomerPanelProps) {
  return (
    <SidePanel title={customer ? 'Modifica il cliente' : 'Nuovo cliente'} isOpen={isOpen} onClose={onClose}>
      <Suspense
        fallback={
          <PanelBody>
            <Skeletons count={4} height={72} />
          </PanelBody>
        }
      >
        <CustomerForm customer={customer} onSaved={onSaved} onCancel={onClose} />
      </Suspense>
    </SidePanel>
  )
}
