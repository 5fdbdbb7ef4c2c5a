import { agreementText } from '@prenoto/core/privacy/processing-texts.ts'
import { ProcessingDocument } from '../features/privacy/processing-document.tsx'

const NOTE =
  'È una bozza dell’accordo con chi ti fornisce il programma (art. 28 del GDPR). Vale solo quando l’avete firmata tutti e due: prima fatela controllare da un professionista.'

export default function ProcessorAgreementPage() {
  return <ProcessingDocument title="Accordo sul trattamento dei dati" note={NOTE} writeText={agreementText} />
}
