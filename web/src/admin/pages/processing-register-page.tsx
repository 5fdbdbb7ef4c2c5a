import { registerText } from '@prenoto/core/privacy/processing-texts.ts'
import { ProcessingDocument } from '../features/privacy/processing-document.tsx'

const NOTE =
  'È un punto di partenza compilato con i tuoi dati (art. 30 del GDPR): completa gli spazi vuoti e fallo controllare da un professionista. Non è una consulenza legale.'

export default function ProcessingRegisterPage() {
  return <ProcessingDocument title="Registro dei trattamenti" note={NOTE} writeText={registerText} />
}
