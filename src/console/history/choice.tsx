import type { Person } from '../../employees/people/store.ts';
import { Heading, useReader } from '../page.tsx';
import { Empty, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { addressWith } from './search.ts';
import { HISTORY } from './words.ts';

/** Whose history it is to be: what was changed of somebody, or what somebody changed. */
export function ChoicePage({ text, people }: { text: string; people: readonly Person[] }) {
	const { c } = useReader();
	const words = HISTORY[c.var.language];
	const only = (filters: Record<string, string>) =>
		addressWith(c, { subject: null, actor: null, ...filters });
	return (
		<>
			<Heading title={words.found(text)} above={<a href={addressWith(c, {})}>{words.history}</a>} />
			<Panel>
				{people.length === 0 && <Empty>{words.nobody}</Empty>}
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
				</ul>
			</Panel>
		</>
	);
}
