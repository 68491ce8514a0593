import type { Person } from '../../employees/people/store.ts';
import type { User } from '../../users/store.ts';
import { Heading, useReader, useWords } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { addressWith } from './search.ts';
import { HISTORY } from './words.ts';

interface ChoiceProps {
	text: string;
	people: readonly Person[];
	/** Who looks after the company without being employed there. */
	others: readonly User[];
}

/** Whose history it is to be: what was changed of somebody, or what somebody changed. */
export function ChoicePage({ text, people, others }: ChoiceProps) {
	const { c } = useReader();
	const words = useWords(HISTORY);
	const only = (filters: Record<string, string>) =>
		addressWith(c, { subject: null, actor: null, ...filters });
	return (
		<>
			<Heading title={words.found(text)} above={<a href={addressWith(c, {})}>{words.history}</a>} />
			<Panel>
				{people.length + others.length === 0 && <Empty>{words.nobody}</Empty>}
				<ul class="rows">
					{people.map((person) => (
						<li>
							<bdi>{[nameOf(person), person.personnelNumber].filter(Boolean).join(' · ')}</bdi>
							<span class="links">
								<a href={only({ subject: person.id })}>{words.about}</a>
								<a href={only({ subject: person.userId })}>{words.account}</a>
								<a href={only({ actor: person.userId })}>{words.by}</a>
							</span>
						</li>
					))}
					{others.map((user) => (
						<li>
							<bdi>{[...new Set([nameOf(user), user.email])].join(' · ')}</bdi>
							<span class="links">
								<a href={only({ subject: user.id })}>{words.account}</a>
								<a href={only({ actor: user.id })}>{words.by}</a>
							</span>
						</li>
					))}
				</ul>
			</Panel>
		</>
	);
}
