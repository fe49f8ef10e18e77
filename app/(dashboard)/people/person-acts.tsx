'use client'

import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { ActDialog, type ActWords } from '#components/ui/act-dialog.tsx'
import { roles } from '#lib/commands/permissions.ts'
import type { Answer } from '#lib/web/define-command.ts'
import type { PersonRow } from '#lib/web/queries/list-people.ts'
import { changeRole, disable, enable, renewPassword } from './commands.ts'
import { GivenPassword } from './given-password.tsx'

interface PersonAct {
  readonly label: string
  readonly consequence: string
  readonly run: () => Promise<Answer<{ generatedPassword?: string | null }>>
}

/** What an admin may change about one person, in a menu; each asks once more before it does it. */
export function PersonActs({ person }: { readonly person: PersonRow }) {
  const [chosen, choose] = useState<PersonAct | null>(null)
  const [password, setPassword] = useState<string | null>(null)
  const run = async (act: PersonAct) => {
    const answer = await act.run()
    if (answer.ok && answer.generatedPassword) setPassword(answer.generatedPassword)
    return answer
  }
  return (
    <>
      <Menu position="bottom-end" width={230}>
        <Menu.Target>
          <Button variant="default" size="compact-sm" aria-label={`Change ${person.email}`}>
            Change ▾
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actsFor(person).map((act) => (
            <Menu.Item key={act.label} onClick={() => choose(act)}>
              {act.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      {chosen !== null && (
        <ActDialog words={wordsOf(chosen, person)} run={() => run(chosen)} onClose={() => choose(null)} />
      )}
      {password !== null && (
        <GivenPassword email={person.email} password={password} onClose={() => setPassword(null)} />
      )}
    </>
  )
}

function actsFor({ email, role, disabledAt }: PersonRow): PersonAct[] {
  const shut: PersonAct =
    disabledAt === null
      ? {
          label: 'Disable…',
          consequence: 'The account is shut out at once and its sessions end. What it did stays on record.',
          run: () => disable({ email }),
        }
      : {
          label: 'Enable…',
          consequence: 'The account can sign in again with the role and the password it had.',
          run: () => enable({ email }),
        }
  return [
    ...roles
      .filter((other) => other !== role)
      .map(
        (other): PersonAct => ({
          label: `Make ${other}…`,
          consequence: `The role is ${other} instead of ${role} from the next request on.`,
          run: () => changeRole({ email, role: other }),
        }),
      ),
    {
      label: 'New password…',
      consequence: 'A new password is made and shown once; the old one and all sessions end.',
      run: () => renewPassword({ email }),
    },
    shut,
  ]
}

function wordsOf(act: PersonAct, person: PersonRow): ActWords {
  const verb = act.label.replace(/…$/, '')
  return {
    title: `${verb}: ${person.email}`,
    object: person.email,
    consequence: act.consequence,
    submit: verb,
    reason: 'none',
  }
}
