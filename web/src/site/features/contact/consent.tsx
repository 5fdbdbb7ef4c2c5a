import { paths } from '../../../lib/paths.ts'
import { Checkbox } from '../../../ui/field.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'

/** Consent to the privacy text, which opens in a new tab, so that the form keeps its values. */
export const Consent = (field: { name: string; error?: string; defaultChecked?: boolean }) => (
  <Checkbox
    label={
      <>
        <span>{'Ho letto e accetto la '}</span>
        <a href={paths.privacy} target="_blank" rel="noopener">
          Privacy Policy<VisuallyHidden> (si apre in un’altra scheda)</VisuallyHidden>
        </a>
        <span>{' *'}</span>
      </>
    }
    required
    {...field}
  />
)
