import type { ReactNode } from 'react'
import { t } from '#ui/text/t.ts'
import { CheckIcon } from '../icons.tsx'
import { HiddenText } from '../text/hidden-text.tsx'
import { PageHeading } from './page-heading.tsx'
import box from '#ui/page/card.module.css'
import classes from './wizard-frame.module.css'

interface WizardFrameProps {
  readonly wizard: string
  readonly steps: readonly string[]
  /** From 0. */
  readonly step: number
  readonly title: string
  /** Stands over the title, where the wizard's name is part of the heading. */
  readonly overTitle?: string
  readonly lead?: ReactNode
  readonly hasError?: boolean
  /** Above the heading. */
  readonly summary?: ReactNode
  /** Stands beside the step on wide screens and below it on narrow ones. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

export function WizardFrame(props: WizardFrameProps) {
  const { wizard, steps, step, title, overTitle, lead, hasError = false, summary, aside, children } = props
  return (
    <div className={classes.wizard} data-wide={aside ? true : undefined}>
      <Steps label={wizard} names={steps} current={step} />
      {summary}
      <div className={classes.heading}>
        <PageHeading title={overTitle ? `${overTitle}: ${title}` : title} hasError={hasError}>
          {overTitle ? (
            <>
              <span className={classes.overTitle}>
                {overTitle}
                <HiddenText>: </HiddenText>
              </span>
              {title}
            </>
          ) : null}
        </PageHeading>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      <div className={classes.columns}>
        <div className={`${box.card} ${classes.card}`}>{children}</div>
        {aside ? <aside className={classes.aside}>{aside}</aside> : null}
      </div>
    </div>
  )
}

interface StepsProps {
  readonly label: string
  readonly names: readonly string[]
  /** From 0. */
  readonly current: number
}

/** With large text on a small screen only the current step's name is shown. */
export function Steps({ label, names, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className={classes.steps}>
        {names.map((name, index) => (
          <li
            key={name}
            className={classes.step}
            data-state={stateOf(index, current)}
            aria-current={index === current ? 'step' : undefined}
          >
            <span className={classes.mark} aria-hidden="true">
              {index < current ? <CheckIcon size={16} /> : index + 1}
            </span>
            <span className={classes.name}>
              <HiddenText>
                {index < current
                  ? t('Step {step} of {count}, done:', { step: index + 1, count: names.length })
                  : t('Step {step} of {count}:', { step: index + 1, count: names.length })}{' '}
              </HiddenText>
              {t(name)}
            </span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function stateOf(index: number, current: number): 'done' | 'current' | 'ahead' {
  if (index === current) return 'current'
  return index < current ? 'done' : 'ahead'
}
