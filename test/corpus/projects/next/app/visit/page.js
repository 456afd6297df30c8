export const dynamic = 'force-dynamic';
export const metadata = { title: 'Visit', description: 'How to reach the forge by train, by bicycle and by boat, and where to stay nearby.', alternates: { canonical: '/visit' } };

export default function Visit() {
  return (
    <>
      <h1>Visit</h1>
      <h3>By train</h3>
      <p>Canal Wharf station is eleven minutes away on foot. Turn left under the bridge and follow the towpath until you smell glue.</p>
      <h3>By boat</h3>
      <p>There is a mooring for two narrowboats in front of the yard. Please do not block the crane.</p>
      <details>
        <summary>Where to stay</summary>
        <p>The Lock Keeper has four rooms above the bar. The hostel at the mill is quieter and has a kitchen.</p>
      </details>
    </>
  );
}
