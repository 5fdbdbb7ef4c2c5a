import type { OfferedService } from '@prenoto/core/services/service-schema.ts'
import type { OnChoose } from '../slot-choice/choice-form.tsx'
import type { Choice } from '../slot-choice/chosen-visit.ts'

export type ServicesChoiceProps = {
  service: OfferedService
  choice: Choice
  /** Max services of a visit. */
  most: number
  onChoose: OnChoose
}
