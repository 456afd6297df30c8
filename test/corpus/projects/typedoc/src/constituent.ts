/** The constituents that this version knows. */
export type ConstituentName = 'M2' | 'S2' | 'N2' | 'K1' | 'O1' | 'K2' | 'P1' | 'M4';

/** How far each constituent turns, in degrees an hour. */
export const SPEEDS: Readonly<Record<ConstituentName, number>> = {
  M2: 28.984_104_2,
  S2: 30,
  N2: 28.439_729_5,
  K1: 15.041_068_6,
  O1: 13.943_035_6,
  K2: 30.082_137_3,
  P1: 14.958_931_4,
  M4: 57.968_208_4,
};

/** One regular part of the tide. */
export class Constituent {
  readonly name: ConstituentName;
  /** In metres. */
  readonly amplitude: number;
  /** In degrees behind the equilibrium tide at Greenwich. */
  readonly phase: number;

  constructor(name: ConstituentName, amplitude: number, phase: number) {
    this.name = name;
    this.amplitude = amplitude;
    this.phase = phase;
  }

  /** Its share of the height, in metres, some hours after the epoch. */
  heightAt(hours: number): number {
    return this.amplitude * Math.cos(((SPEEDS[this.name] * hours - this.phase) * Math.PI) / 180);
  }
}
