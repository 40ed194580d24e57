import type { PageText } from '@portal/contract/page-texts'
import { type ErrorComponentProps, getRouteApi, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink, TryAgain } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { TextBlocks } from './text-blocks.tsx'
import classes from './text-page.module.css'

const terms = getRouteApi(paths.termsAndConditions)
const privacy = getRouteApi(paths.privacyPolicy)

/** `/terms-and-conditions` (C§2.1); the router's loader has fetched the text. */
export function TermsPage() {
  return <TextPage text={terms.useLoaderData()} />
}

/** `/privacy-policy` (C§2.1). */
export function PrivacyPage() {
  return <TextPage text={privacy.useLoaderData()} />
}

/** Shown while the text is being fetched. */
export function TextPending() {
  return (
    <Frame title="One moment">
      <p role="status" className={classes.status}>
        Loading…
      </p>
      <div className={classes.skeleton} aria-hidden="true">
        <span />
        <span />
        <span />
      </div>
    </Frame>
  )
}

/** Shown when the text could not be fetched. */
export function TextFailed({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <Frame title="We can’t show this page right now">
      <Notice tone="error" role="alert" title={asProblem(error).message}>
        <p>
          <TryAgain onClick={() => void router.invalidate()} />
        </p>
      </Notice>
    </Frame>
  )
}

function TextPage({ text }: { readonly text: PageText }) {
  return (
    <Frame title={text.title}>
      <TextBlocks blocks={text.blocks} />
    </Frame>
  )
}

function Frame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={classes.page}>
      <PageHeading title={title} />
      {children}
      <div className={classes.actions} data-no-print>
        <ButtonLink to={paths.home} look="secondary" icon={<BackIcon />}>
          Go Back
        </ButtonLink>
      </div>
    </div>
  )
}
