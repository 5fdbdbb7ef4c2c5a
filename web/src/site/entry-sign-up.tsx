import '../ui/styles/base.css'
import type { PageDataWith } from '@prenoto/core/pages/page-data.ts'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { signUpPage } from './sign-up-pages.tsx'

const data: PageDataWith<'signUp'> = JSON.parse(document.getElementById('page-data')!.textContent)

hydrateRoot(document.getElementById('root')!, <StrictMode>{signUpPage(data).content}</StrictMode>)
