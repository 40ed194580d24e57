import type { PageText, TextBlock, TextRun } from '@portal/contract/page-texts'
import { type ErrorComponentProps, getRouteApi, useRouter } from '@tanstack/react-router'
import { createElement, type ReactNode } from 'react'
import { asProblem } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink, TryAgain } from '#ui/button/button.tsx'
import { BackIcon } from '#ui/icons.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { Notice } from '#ui/text/notice.tsx'
import { t } from '#ui/text/t.ts'
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
    <Frame title={t('One moment')}>
      <p role="status" className={classes.status}>
        {t('Loading…')}
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
    <Frame title={t('We can’t show this page right now')}>
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
          {t('Go Back')}
        </ButtonLink>
      </div>
    </div>
  )
}

/** A text of the utility as React elements; it is never treated as HTML. */
function TextBlocks({ blocks }: { readonly blocks: readonly TextBlock[] }) {
  return element('div', blocks.map(blockOf), classes.text)
}

function blockOf(block: TextBlock): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return element('p', block.runs.map(runOf))
    case 'heading':
      return element(block.level === 2 ? 'h2' : 'h3', block.runs.map(runOf))
    case 'list':
      return element(
        block.isOrdered ? 'ol' : 'ul',
        block.items.map((runs) => element('li', runs.map(runOf))),
      )
  }
}

function runOf({ text, isStrong, isEmphasized, address }: TextRun): ReactNode {
  const emphasized = isEmphasized ? <em>{text}</em> : text
  const strong = isStrong ? <strong>{emphasized}</strong> : emphasized
  return address ? <a href={address}>{strong}</a> : strong
}

/** Passes the children one by one: the parts of a fixed text never change their order, so they need no keys. */
function element(tag: string, children: readonly ReactNode[], className?: string): ReactNode {
  return createElement(tag, { className }, ...children)
}
