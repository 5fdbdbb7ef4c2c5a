import { ApiError } from '../../../lib/api-client.ts'
import { Button } from '../../../ui/button.tsx'

type ReadFailureProps = { error: unknown; children: string; onRetry: () => unknown }

/** A failure to read, with the server's sentence if there is one. */
export const ReadFailure = ({ error, children, onRetry }: ReadFailureProps) => (
  <div role="alert">
    <p>
      {children}
      <span>{` ${error instanceof ApiError && error.status !== undefined ? error.message : ''}`}</span>
    </p>
    <Button look="quiet" onClick={() => onRetry()}>
      Riprova
    </Button>
  </div>
)
