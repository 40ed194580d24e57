import { listSurvey, surveyTexts } from '@portal/contract/survey'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { send } from '#api/send.ts'
import { paths } from '#paths.ts'
import { ButtonLink } from '#ui/button/button.tsx'
import { PageHeading } from '#ui/page/page-heading.tsx'
import { t } from '#ui/text/t.ts'
import { Loading } from '#ui/waiting/loading.tsx'
import type { ViewProps } from '../accounts/use-accounts.ts'
import { Retry } from '../view-states.tsx'
import { SurveyForm } from './survey-form.tsx'
import classes from '../dashboard.module.css'

/** The satisfaction survey (C§2.5): ten questions, about three minutes. */
export function Survey({ person }: ViewProps) {
  const [isSubmitted, setSubmitted] = useState(false)
  const survey = useQuery({
    queryKey: ['survey'],
    queryFn: async ({ signal }) => (await send(listSurvey, { signal })).result.surveyList,
    staleTime: Infinity,
  })
  if (isSubmitted) return <Thanks />
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <div className={classes.heading}>
        <PageHeading title={t('Survey')} />
        <p className={classes.lead}>
          {t('Tell us how we’re doing. There are 10 questions. It takes about 3 minutes.')}
        </p>
      </div>
      {survey.isPending ? <Loading what={t('Loading the questions')} rows={10} /> : null}
      {survey.isError ? <Retry error={survey.error} onTryAgain={() => void survey.refetch()} /> : null}
      {survey.isSuccess ? (
        <SurveyForm questions={survey.data} person={person} onSubmitted={() => setSubmitted(true)} />
      ) : null}
    </div>
  )
}

/** Replaces the questions, so that nobody answers them twice by accident. */
function Thanks() {
  return (
    <div className={`${classes.page} ${classes.narrow}`}>
      <PageHeading title={t('Thank you')} />
      <p className={classes.lead}>{t(surveyTexts.submitted)}</p>
      <div>
        <ButtonLink to={paths.dashboard}>{t('Account Summary')}</ButtonLink>
      </div>
    </div>
  )
}
