#include "voxel/controllers/perceptron.hpp"

#include "base/assert.hpp"
#include "base/error.hpp"
#include "base/math.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

namespace shoal::voxel {
namespace {

double tanh(double x) {
    if (std::abs(x) < 1e-4) return x - x * x * x / 3.0;  // where the quotient would cancel
    return 1.0 - 2.0 / (math::exp(2.0 * x) + 1.0);
}

template <class F>
void each(std::span<double> values, F f) {
    for (double& value : values) value = f(value);
}

void activate(std::span<double> values, Activation activation) {
    switch (activation) {
        case Activation::tanh: return each(values, tanh);
        case Activation::sigmoid: return each(values, [](double x) { return 1.0 / (1.0 + math::exp(-x)); });
        case Activation::relu: return each(values, [](double x) { return x > 0.0 ? x : 0.0; });
        case Activation::sin: return each(values, [](double x) { return math::sincos(x).sin; });
        case Activation::sign: return each(values, [](double x) { return double((x > 0.0) - (x < 0.0)); });
        case Activation::identity: return;
    }
}

}  // namespace

Activation activation_named(std::string_view name) {
    constexpr std::array<std::string_view, 6> names = {"tanh", "sigmoid", "relu", "sin", "sign", "identity"};
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<Activation>(found - names.begin());
    throw Error({{}, "activation", std::string(name), "tanh, sigmoid, relu, sin, sign or identity", {}});
}

PerceptronRule rule_named(std::string_view name) {
    if (name == "input_bias") return PerceptronRule::input_bias;
    if (name == "every_bias") return PerceptronRule::every_bias;
    throw Error({{}, "rule", std::string(name), "input_bias or every_bias", {}});
}

std::size_t weight_count(std::span<const int> layers, PerceptronRule rule) {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < layers.size(); ++i) {
        const bool bias = i == 0 || rule == PerceptronRule::every_bias;
        count +=
            static_cast<std::size_t>(layers[i] + (bias ? 1 : 0)) * static_cast<std::size_t>(layers[i + 1]);
    }
    return count;
}

Perceptron::Perceptron(std::vector<int> layers, std::span<const double> weights, Activation activation,
                       PerceptronRule rule)
    : layers_(std::move(layers)), activation_(activation), rule_(rule) {
    const std::size_t expected = weight_count(layers_, rule);
    if (weights.size() != expected)
        throw Error(
            {{}, "weights", std::to_string(weights.size()), std::to_string(expected) + " weights", {}});
    std::size_t read = 0;
    for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
        const auto sources = static_cast<std::size_t>(layers_[i]);
        const auto targets = static_cast<std::size_t>(layers_[i + 1]);
        const std::size_t base = weights_.size();
        weights_.resize(base + (sources + 1) * targets, 0.0);
        double* const to = weights_.data() + base;
        if (rule == PerceptronRule::every_bias) {
            for (std::size_t t = 0; t < targets; ++t)
                for (std::size_t s = 0; s <= sources; ++s) to[s * targets + t] = weights[read++];
        } else {
            for (std::size_t s = 0; s < sources; ++s)
                for (std::size_t t = 0; t < targets; ++t) to[(s + 1) * targets + t] = weights[read++];
            for (std::size_t t = 0; i == 0 && t < targets; ++t) to[t] = weights[read++];
        }
    }
    const auto widest = static_cast<std::size_t>(*std::max_element(layers_.begin(), layers_.end()));
    now_.resize(widest);
    next_.resize(widest);
}

std::span<const double> Perceptron::evaluate(std::span<const double> inputs) {
    SHOAL_ASSERT(inputs.size() == this->inputs());
    std::copy(inputs.begin(), inputs.end(), now_.begin());
    if (rule_ == PerceptronRule::every_bias) activate({now_.data(), inputs.size()}, activation_);
    const double* weights = weights_.data();
    for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
        const auto sources = static_cast<std::size_t>(layers_[i]);
        const auto targets = static_cast<std::size_t>(layers_[i + 1]);
        std::copy(weights, weights + targets, next_.begin());
        for (std::size_t s = 0; s < sources; ++s) {
            weights += targets;
            const double value = now_[s];
            for (std::size_t t = 0; t < targets; ++t) next_[t] += value * weights[t];
        }
        weights += targets;
        activate({next_.data(), targets}, activation_);
        std::swap(now_, next_);
    }
    return {now_.data(), outputs()};
}

}  // namespace shoal::voxel
