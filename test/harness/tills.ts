import { createHash } from 'node:crypto';
import { brainpoolP256r1, brainpoolP384r1 } from '@noble/curves/misc.js';
import { p256, p384 } from '@noble/curves/nist.js';

const CURVES = {
	P256: [p256, 'SHA256', '03'],
	P384: [p384, 'SHA384', '04'],
	brainpoolP256r1: [brainpoolP256r1, 'SHA256', '03'],
	brainpoolP384r1: [brainpoolP384r1, 'SHA384', '04'],
} as const;
export type Curve = keyof typeof CURVES;

const hexOf = (text: string): string => Buffer.from(text).toString('hex');

/** A DER element with fewer than 65,536 bytes, in hexadecimal digits. */
export function tlv(tag: string, hex: string): string {
	const length = hex.length / 2;
	const digits = length.toString(16).padStart(length < 256 ? 2 : 4, '0');
	return `${tag}${length < 128 ? '' : length < 256 ? '81' : '82'}${digits}${hex}`;
}

const whole = (value: number): string => {
	const digits = value.toString(16);
	const even = digits.length % 2 === 0 ? digits : `0${digits}`;
	return even >= '8' ? `00${even}` : even;
};

/** How each format of the log time stands in the signed message. The time ends with whole seconds. */
const TIMES: Record<string, (time: string) => string> = {
	unixTime: (time) => tlv('02', whole(Date.parse(time) / 1000)),
	utcTime: (time) => tlv('17', hexOf(time.replace(/^20(..)-(..)-(..)T(..):(..).*/, '$1$2$3$4$5Z'))),
	utcTimeWithSeconds: (time) =>
		tlv('17', hexOf(time.replace(/^20(..)-(..)-(..)T(..):(..):(..).*/, '$1$2$3$4$5$6Z'))),
	generalizedTime: (time) =>
		tlv('18', hexOf(time.replace(/^(....)-(..)-(..)T(..):(..):(..).*/, '$1$2$3$4$5$6Z'))),
	generalizedTimeWithMilliseconds: (time) =>
		tlv('18', hexOf(time.replace(/^(....)-(..)-(..)T(..):(..):(..)\.(...)Z/, '$1$2$3$4$5$6.$7Z'))),
};

/** A till with a key of its own, which signs any receipt. The message is written by BSI TR-03151, byte by byte. */
export function newTill(curve: Curve = 'P256', serial = 'TILL-1') {
	const [{ keygen, sign }, hash, number] = CURVES[curve];
	const { secretKey, publicKey } = keygen();
	const key = Buffer.from(CURVES[curve][0].Point.fromBytes(publicKey).toBytes(false));
	let counter = 200;
	/** Returns the text of the code of a receipt. */
	return (
		amount: string,
		time = '2023-02-27T12:00:00.000Z',
		{
			transaction = ++counter,
			format = 'unixTime',
			type = 'Kassenbeleg-V1',
			data = `Beleg^${amount}_0.00_0.00_0.00_0.00^${amount}:Bar`,
			encoding = 'der',
		}: {
			transaction?: number;
			format?: string;
			type?: string;
			data?: string;
			encoding?: 'der' | 'compact';
		} = {},
	): string => {
		const message = Buffer.from(
			[
				'020102',
				'060904007f000703070101',
				tlv('80', hexOf('FinishTransaction')),
				tlv('81', hexOf(serial)),
				tlv('82', hexOf(data)),
				tlv('83', hexOf(type)),
				tlv('85', whole(transaction)),
				tlv('04', createHash('sha256').update(key).digest('hex')),
				tlv('30', tlv('06', `04007f00070101040`.concat('1', number))),
				tlv('02', whole(counter)),
				TIMES[format]?.(time) ?? '',
			].join(''),
			'hex',
		);
		const digest = createHash(hash).update(message).digest();
		const signature = sign(digest, secretKey, {
			prehash: false,
			lowS: false,
			format: encoding,
		});
		const texts = [signature, key].map((bytes) => Buffer.from(bytes).toString('base64'));
		return [
			'V0',
			serial,
			type,
			data,
			transaction,
			counter,
			time,
			time,
			`ecdsa-plain-${hash}`,
			format,
			...texts,
		].join(';');
	};
}
