/* A dense tree that is a chain, in KDL.
 * Called by kdl_test.cpp and by the benchmark. Keeps nothing.
 *
 * A segment of KDL is a joint and the link it carries, both in the frame of the previous segment, its tip.
 * The joint's origin and axis are in this frame. So is, for a joint at rest, the new tip, which is our
 * body frame. Inertias and external wrenches are in axes of the tip and at its origin, and wrenches have the force
 * first, all as in our conventions. Armature is the inertia of a joint. */
#ifndef KDL_CHAIN_H
#define KDL_CHAIN_H

#include <kdl/chain.hpp>

extern "C" {
#include "reference/dense.h"
}

inline KDL::Vector kdl_vector(const dense_real *v)
{
	return KDL::Vector(double(v[0]), double(v[1]), double(v[2]));
}

inline KDL::Frame kdl_frame(const dense_frame &f)
{
	KDL::Rotation R;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			R(i, j) = double(f.R[i][j]);
	return KDL::Frame(R, kdl_vector(f.p));
}

inline KDL::RigidBodyInertia kdl_inertia(const dense_body &body)
{
	auto I = [&body](int i, int j) { return double(body.inertia[i][j]); };
	KDL::RotationalInertia about_com(I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2));
	return KDL::RigidBodyInertia(double(body.mass), kdl_vector(body.com), about_com);
}

/* Segment of a body; `at` is its joint frame in the previous tip. */
inline KDL::Segment kdl_segment(const dense_body &body, const KDL::Frame &at, const KDL::RigidBodyInertia &I)
{
	KDL::Joint joint(KDL::Joint::Fixed);
	KDL::Joint::JointType type = body.joint == DENSE_REVOLUTE ? KDL::Joint::RotAxis : KDL::Joint::TransAxis;
	if (body.joint != DENSE_FIXED)
		joint = KDL::Joint(at.p, at.M * kdl_vector(body.axis), type, 1, 0, double(body.armature[0]));
	return KDL::Segment(joint, at * kdl_frame(body.then), I);
}

/* chain of the bodies in this order */
inline KDL::Chain kdl_chain(const dense_tree &tree)
{
	KDL::Chain chain;
	for (int b = 0; b < tree.n; b++)
		chain.addSegment(kdl_segment(tree.body[b], kdl_frame(tree.body[b].at), kdl_inertia(tree.body[b])));
	return chain;
}

#endif
