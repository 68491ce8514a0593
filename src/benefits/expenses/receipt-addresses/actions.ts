import { aboutEmployee, alteration, creation } from '../../../foundation/core/history.ts';
import { newId } from '../../../foundation/core/id.ts';
import type { Instant } from '../../../foundation/core/instant.ts';
import { authorize, type Operation } from '../../../foundation/core/policy.ts';
import { requireFound } from '../../../foundation/core/refusals.ts';
import { sha256 } from '../../../foundation/core/vault.ts';
import type { Call } from '../../../foundation/db/call.ts';
import { type Outcome, unrecorded } from '../../../foundation/db/write.ts';
import { refuseErased } from '../../employees/rules.ts';
import { advanceRevision, idInScope, loadEmployee } from '../../employees/store.ts';
import { addressOf, newAddressSecret, requireDomain, sealedForAddress } from './rules.ts';
import { addressOfEmployee, removeAddress, saveAddress } from './store.ts';
import { tellAddress } from './table.ts';

export interface ReceiptAddress {
	employeeId: string;
	dateCreated: Instant;
	address: string | null;
	/** The only address whose mails are accepted. */
	sender: string;
}

export async function readReceiptAddress(
	call: Call,
	setting: string | undefined,
	employeeId: string,
): Promise<ReceiptAddress> {
	const domain = requireDomain(setting);
	const [{ email }, found] = await loadAddress(call, 'readReceiptAddress', employeeId);
	const { id, dateCreated, sealed } = requireFound(found, 'receipt address');
	const secret = await call.vault.open(sealed, sealedForAddress(id));
	return { employeeId, dateCreated, address: addressOf(secret, domain), sender: email };
}

/** Creates an address. The previous one is no longer valid. */
export async function createReceiptAddress(
	call: Call,
	setting: string | undefined,
	employeeId: string,
): Promise<Outcome<ReceiptAddress>> {
	const domain = requireDomain(setting);
	const { db, now, vault } = call;
	const [employee, old] = await loadAddress(call, 'createReceiptAddress', employeeId);
	refuseErased(employee);
	const { companyId, email } = employee;
	const secret = newAddressSecret(db);
	const id = old?.id ?? newId(now);
	const sealed = await vault.seal(secret, sealedForAddress(id));
	const after = { id, dateCreated: now, employeeId, companyId, hash: sha256(secret), sealed };
	const about = aboutEmployee({ id: employeeId, companyId }, id);
	const told = creation('receipt_address.created', about, tellAddress(after));
	return {
		before: null,
		after: { employeeId, dateCreated: now, address: addressOf(secret, domain), sender: email },
		statements: [advanceRevision(db, employee), saveAddress(db, after)],
		changes: [{ ...told, before: old === undefined ? null : tellAddress(old) }],
	};
}

/** Removes the address, even if the service accepts no mails any more. */
export async function removeReceiptAddress(call: Call, employeeId: string): Promise<Outcome<null>> {
	const { db } = call;
	const [employee, address] = await loadAddress(call, 'removeReceiptAddress', employeeId);
	if (address === undefined) return unrecorded();
	const about = aboutEmployee({ id: employeeId, companyId: employee.companyId }, address.id);
	const none = { ...tellAddress(address), dateCreated: null };
	return {
		...unrecorded([advanceRevision(db, employee), removeAddress(db, employeeId)]),
		changes: alteration('receipt_address.removed', about, tellAddress(address), none),
	};
}

async function loadAddress(call: Call, operation: Operation, employeeId: string) {
	const scope = authorize(call.actor, operation);
	const query = addressOfEmployee(call.db, idInScope(call.db, scope, employeeId));
	const [employee, [address]] = await loadEmployee(call, scope, employeeId, [query]);
	return [employee, address] as const;
}
